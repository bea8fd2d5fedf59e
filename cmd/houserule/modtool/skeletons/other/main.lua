-- A computer player: --players NAME. It is told whose turn it is, what can be
-- answered, and what greedy expects of each.
player{
	name = "NAME",
	answer = function(side, options, worths)
		return #options -- the last
	end,
}
