-- Takes out at infinity.
function onAttack(a) error(tostring(table.remove({}, math.huge)) .. tostring(table.remove({ 1 }, -math.huge))) end
--> mods/evil/main.lua:2: onAttack of mod evil: table.remove: the place is 1 to 0, not 9007199254740992
