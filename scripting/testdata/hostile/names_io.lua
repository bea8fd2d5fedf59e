-- Opens a file.
function onAttack(a) io.open("/etc/passwd") end
--> mods/evil/main.lua:2:22: io is not available: scripts have no files
