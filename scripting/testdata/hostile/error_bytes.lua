-- Raises what is no text in any language.
function onAttack(a) error("\255\254\0\192\128") end
--> mods/evil/main.lua:2: onAttack of mod evil:
