-- Leaves tables that hold themselves, to be frozen.
local t = {} t[t] = t t.t = { t, t } function onAttack(a) t.t.t = 1 end
--> mods/evil/main.lua:2: onAttack of mod evil: this table is frozen after loading: what must last, the battle, a side or a stack remembers
