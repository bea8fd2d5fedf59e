-- The script of an ability: its hooks are called for counters that have the
-- ability, and self is that counter. All fields: houserule mod docs onValue

---@param value ValueEvent
function onValue(value)
	local mine, enemy = self.side, self.side.target
	if enemy and #enemy.counters > #mine.counters then
		value.bonus = setting("boldness")
	end
end
