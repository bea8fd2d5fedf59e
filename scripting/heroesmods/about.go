package heroesmods

// Looks names the hooks that may only look: they are called to tell odds and
// options, too, so what changes the battle is refused in them.
func Looks() []string {
	var names []string
	for _, h := range hooks() {
		if h.pure {
			names = append(names, h.Hook)
		}
	}
	return names
}

// Acts names the functions and methods that such hooks are refused.
func Acts() []string {
	names := []string{"roll", "choose", "log", "battle:remember", "side:remember", "stack:remember"}
	for _, f := range deeds() {
		names = append(names, "battle:"+f.Name)
	}
	return names
}
