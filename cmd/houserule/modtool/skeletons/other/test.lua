-- houserule mod test PATH
test{ name = "a battle comes to its end", run = function()
	finish()
	expect(winner() ~= nil, true)
end }
