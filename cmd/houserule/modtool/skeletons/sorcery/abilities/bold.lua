-- The script of an ability: its hooks are called for units that have the ability,
-- and self is that unit. All fields: houserule mod docs onStrength --game sorcery

---@param strength StrengthEvent
function onStrength(strength)
	if #self.side.enemy.line > #self.side.line then
		strength.bonus = setting("boldness")
	end
end
