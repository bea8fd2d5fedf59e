-- Makes lists of argument lists and keeps them.
local function f(i) local t = {} for j = 1, 200 do t[j] = i end return unpack(t) end function onAttack(a) local t = {} local i = 0 while true do i = i + 1 t[i % 9000 + 1] = { f(i) } end end
--> mods/evil/main.lua:2: onAttack of mod evil: spent its 100000 steps
