package report

import (
	"context"
	"image"
	"image/color"
	_ "image/png"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"houserule/cmd/houserule/viewtest"
	"houserule/engine/enginetest"
)

// browser runs a headless browser on a file, with a folder of its own for what
// it keeps; what it prints is returned.
func browser(t *testing.T, file string, flags ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, viewtest.Browser(t), append([]string{
		"--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--hide-scrollbars", "--allow-file-access-from-files",
		"--force-device-scale-factor=1", "--user-data-dir=" + t.TempDir(),
	}, append(flags, "file://"+filepath.ToSlash(file))...)...)
	var log strings.Builder
	cmd.Stderr = &log
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &log)
	}
	return string(out)
}

func save(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// measuring is a page that holds another one and measures its pictures: that
// one forbids scripts. A text counts as cut where it leaves its picture.
const measuring = `<!doctype html><iframe src="report.html" width="1200" height="900"></iframe><pre></pre><script>
onload = () => {
	const page = document.querySelector("iframe").contentDocument, lines = [];
	for (const svg of page.querySelectorAll("svg[role=img]")) {
		const box = svg.getBoundingClientRect();
		let cut = 0;
		for (const text of svg.querySelectorAll("text")) {
			const b = text.getBoundingClientRect();
			if (b.left < box.left - 1 || b.right > box.right + 1 || b.top < box.top - 1 || b.bottom > box.bottom + 1) cut++;
		}
		lines.push(["picture", Math.round(box.width), Math.round(box.height), svg.querySelectorAll("path, rect").length, cut].join(" "));
	}
	lines.push("scripts " + [...page.scripts].filter(s => s.type != "application/json").length + " loaded " + page.defaultView.performance.getEntriesByType("resource").length);
	document.querySelector("pre").textContent = lines.join("\n");
};
</script>`

// In a browser every picture has a size, shapes in it, and no text that is cut
// off; nothing runs, and nothing is loaded.
func TestPicturesInABrowser(t *testing.T) {
	enginetest.OnlyLong(t, "a browser takes seconds")
	file := save(t, "report.html", written(t, everything()))
	outer := filepath.Join(filepath.Dir(file), "measuring.html")
	if err := os.WriteFile(outer, []byte(measuring), 0o600); err != nil {
		t.Fatal(err)
	}
	dom := browser(t, outer, "--dump-dom")
	pictures := regexp.MustCompile(`picture (\d+) (\d+) (\d+) (\d+)`).FindAllStringSubmatch(dom, -1)
	if len(pictures) != 9 {
		t.Errorf("%d pictures, want 9, in\n%s", len(pictures), dom)
	}
	for i, p := range pictures {
		var n [4]int
		for j := range n {
			n[j], _ = strconv.Atoi(p[j+1])
		}
		if n[0] < 100 || n[1] < 100 || n[2] < 4 || n[3] > 0 {
			t.Errorf("picture %d is %d wide and %d high, has %d shapes, and cuts %d texts", i, n[0], n[1], n[2], n[3])
		}
	}
	if !strings.Contains(dom, "scripts 0 loaded 0") {
		t.Errorf("something runs or is loaded:\n%s", dom)
	}
}

// A screenshot shows the colors of bars, curves and heat maps.
func TestScreenshot(t *testing.T) {
	enginetest.OnlyLong(t, "a browser takes seconds")
	const width, height = 1000, 4400
	file := save(t, "report.html", written(t, everything()))
	shot := filepath.Join(filepath.Dir(file), "shot.png")
	browser(t, file, "--screenshot="+shot, "--window-size="+strconv.Itoa(width)+","+strconv.Itoa(height))
	f, err := os.Open(shot)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	picture, _, err := image.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	if size := picture.Bounds().Size(); size != image.Pt(width, height) {
		t.Errorf("the page is %v, want %d x %d", size, width, height)
	}
	seen := map[color.RGBA]int{}
	for y := range height {
		for x := range width {
			seen[color.RGBAModel.Convert(picture.At(x, y)).(color.RGBA)]++
		}
	}
	for what, c := range map[string]color.RGBA{
		"bars": {0x5b, 0x93, 0xc7, 255}, "the first curve": {0, 0x72, 0xb2, 255}, "the second": {0xd5, 0x5e, 0, 255},
		"the best cells": {0x21, 0x66, 0xac, 255}, "the worst": {0xb3, 0x58, 0x06, 255}, "the paper": {255, 255, 255, 255},
	} {
		if seen[c] < 100 {
			t.Errorf("%s: %d pixels are %v", what, seen[c], c)
		}
	}
}
