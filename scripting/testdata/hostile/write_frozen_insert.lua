-- Keeps something with table.insert.
local seen = {} function onAttack(a) table.insert(seen, 1) end
--> mods/evil/main.lua:2: onAttack of mod evil: this table is frozen after loading: what must last, the battle, a side or a stack remembers
