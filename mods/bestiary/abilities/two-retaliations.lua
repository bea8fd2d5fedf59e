function onRetaliations(limit)
	limit.count = limit.count + 1
end
