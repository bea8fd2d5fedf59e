-- Looks for a long text in a long text.
function onAttack(a) local s, r = ("a"):rep(60000), ("a"):rep(30000) .. "b" while true do s:find(r, 1, true) end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
