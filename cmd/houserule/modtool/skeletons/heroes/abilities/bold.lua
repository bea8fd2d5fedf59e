-- The script of an ability: its hooks are called for stacks that have the
-- ability, and self is that stack. All fields: houserule mod docs onAttack

---@param attack AttackEvent
function onAttack(attack)
	if attack.at and attack.at.count > self.count then
		attack.bonus = setting("boldness")
	end
end
