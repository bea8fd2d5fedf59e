-- Remembers a table.
function onAttack(a) battle:remember("k", {}) end
