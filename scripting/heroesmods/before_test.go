package heroesmods_test

import (
	"fmt"
	"testing"

	"houserule/scripting/modhost"
)

// Mistakes that would show only in some battles are found when a mod is loaded.
func TestFoundBefore(t *testing.T) {
	const looks = " is read-only, as it is also called for odds and options: "
	for _, test := range []struct{ script, want string }{
		{`function onOffer(offer) if offer.verb == "shot" then return cancel("no") end end`, `mods/try/main.lua:1:43: unknown verb "shot": did you mean "shoot"?`},
		{`function onOffer(offer) if offer.verb == "hide" then return cancel("no") end end option{ name = "hide", act = function() end }`, ""},
		{`function onHit(hit) battle:affect(hit.by, "lightning") end`, "mods/try/main.lua:1:44: battle:affect: the spell lightning is an attack, and no effect that lies on a stack"},
		{`function onHit(hit) if hit.by:under("lightning") then log("never") end end`, "mods/try/main.lua:1:38: stack:under: the spell lightning is an attack, and no effect that lies on a stack"},
		{`function onHit(hit) battle:remember("who", hit.by) end`, "mods/try/main.lua:1:28: battle:remember: value is a stack: only true and false, numbers and short texts can be kept"},
		{`function onHit(hit) hit.by:remember("all", { 1 }) end`, "mods/try/main.lua:1:28: stack:remember: value is a table: only true and false, numbers and short texts can be kept"},
		{`function onHit(hit) hit.by.side:remember("n", hit.by.count) end`, ""},
		{"local function hurt(stack) battle:kill(stack, 1) end\nlocal function both(stack) hurt(stack) end\nfunction onAttack(attack) both(attack.by) end",
			"mods/try/main.lua:3:27: onAttack" + looks + "both calls battle:kill on line 1, which is for hooks that are called when something happens"},
		{"local function hurt(stack) battle:kill(stack, 1) end function onHit(hit) hurt(hit.by) end function onAttack(attack) attack.bonus = 1 end", ""},
		{"local function twice(n) return n < 9 and twice(2 * n) or n end function onAttack(attack) attack.bonus = twice(1) end", ""},
		{`option{ name = "hide", legal = function(by) return by.level > 1 end, act = function() end }`, "mods/try/main.lua:1:45: option.legal: the result is a string or nil, not a boolean"},
	} {
		_, _, err := kit.Load(map[string]string{"main.lua": test.script}, modhost.Stop)
		got := ""
		if err != nil {
			got = fmt.Sprint(err)
		}
		if got != test.want {
			t.Errorf("%s\ngot  %s\nwant %s", test.script, got, test.want)
		}
	}
}
