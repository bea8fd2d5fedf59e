-- Counts to a text.
function onAttack(a) for i = 1, "1e300" do end end
--> mods/evil/main.lua:2: onAttack of mod evil: for statement limit must be a number
