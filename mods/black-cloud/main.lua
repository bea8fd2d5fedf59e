-- K6.12: under the Black Cloud every die needs a combat value that is 1 lower.
-- Only dice: a village still takes its one hit.
function onValue(value)
	value.bonus = -setting("less")
end
