function onAttack(attack)
  local n = 0
  for _, s in ipairs(attack.by.side.stacks) do n = n + 1 end
  if n > 3 then attack.score = attack.score + 1 end
end
