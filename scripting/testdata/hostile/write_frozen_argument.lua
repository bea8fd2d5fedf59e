-- Keeps something in a table that a closure holds.
local function keep(t) return function(v) t[1] = v end end local k = keep({}) function onAttack(a) k(1) end
--> mods/evil/main.lua:2: onAttack of mod evil: this table is frozen after loading: what must last, the battle, a side or a stack remembers
