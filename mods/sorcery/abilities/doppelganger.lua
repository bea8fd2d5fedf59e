-- S3.5: what is doubled inflicts losses, and is never taken as a loss: that is
-- onDefense.
function onStrength(strength)
	strength.factor = 2
end
