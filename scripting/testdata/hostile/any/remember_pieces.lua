-- Remembers pieces of long texts, which would keep the whole.
function onAttack(a) local i = battle:recall("n") or 0 local s = ("x"):rep(65300) for j = 1, 60 do i = i + 1 battle:remember("k" .. i % 4000, (s .. i):sub(-40)) end battle:remember("n", i) end
