-- Takes nearly all steps of loading, and ends well.
for i = 1, 480000 do end function onAttack(a) error("loaded") end
--> mods/evil/main.lua:2: onAttack of mod evil: loaded
