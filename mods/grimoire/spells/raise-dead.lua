-- Under the stack, not on top: the living keep the lead, the dead lend their
-- levels (H2.1).
spell{
	at = "friend",
	cast = function(by, at)
		battle:grow(at, "skeleton", setting("bones"))
	end,
	worth = function()
		return 8 * setting("bones")
	end,
}
