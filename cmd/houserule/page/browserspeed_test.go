package page_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"houserule/engine/enginetest"
)

// stopwatch notes in times, for each key that answers, how long it is until the next question
// is drawn, in milliseconds.
const stopwatch = `(() => {
	window.times = [];
	let began = 0;
	addEventListener("keydown", () => { began = performance.now(); }, true);
	new MutationObserver(() => {
		if (!began || !document.getElementById("decision").dataset.at.startsWith("question")) return;
		const from = began;
		began = 0;
		requestAnimationFrame(() => {
			const drawn = new MessageChannel();
			drawn.port1.onmessage = () => { times.push(performance.now() - from); };
			drawn.port2.postMessage(0);
		});
	}).observe(document.getElementById("decision"), {attributes: true, attributeFilter: ["data-at"]});
})()`

// From the key that answers to the next question on the page, in the largest battle that
// ships: the times are printed, where HOUSERULE_LONG is set.
func TestPageSpeed(t *testing.T) {
	enginetest.OnlyLong(t, "a measurement")
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	p := browse(t)(t, linksOf(t, "big", "--seed", "3")[0])
	p.until("document.querySelector('.heads')")
	p.now(stopwatch)
	n := p.plays(25, func() {
		p.now("document.querySelector('.option').focus()")
		p.press(kb.Enter)
	})
	p.until(fmt.Sprintf("times.length === %d", n))
	var times []float64
	if err := json.Unmarshal([]byte(p.now("JSON.stringify(times)")), &times); err != nil {
		t.Fatal(err)
	}
	t.Logf("the first answers are drawn after %.0f ms", times[:5])
	slices.Sort(times)
	t.Logf("of %d answers half are drawn after %.0f ms, the slowest after %.0f ms", n, times[n/2], times[n-1])
}
