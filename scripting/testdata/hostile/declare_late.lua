-- Declares while a battle runs.
local o = option function onAttack(a) local declare = a.safe and 1 or o declare{ name = "x" } end
--> mods/evil/main.lua:2: onAttack of mod evil: option{...} declares while the file is loaded: write it outside of functions
