package page_test

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"houserule/cmd/houserule/page"
)

// The page is small, and nothing in it needs another host, or a laxer policy than that of
// the server.
func TestFiles(t *testing.T) {
	bytes := 0
	for _, name := range []string{"index.html", "page.css", "page.js"} {
		text, err := fs.ReadFile(page.Files, name)
		if err != nil {
			t.Fatal(err)
		}
		bytes += len(text)
		if found := regexp.MustCompile(`https?://[^w]|style="|\son\w+="|innerHTML|insertAdjacentHTML|document\.write|\beval\b`).Find(text); found != nil {
			t.Errorf("%s has %s", name, found)
		}
	}
	if bytes > 150<<10 {
		t.Errorf("the page has %d bytes, want at most 150 KB", bytes)
	}
}

// Texts of a battle stay texts: none of them ends the element in which they lie.
func TestFilmKeepsTextsApart(t *testing.T) {
	var film page.Film
	if err := film.Add(map[string]string{"type": "told", "text": "</script><script>alert(1)</script><!-- &lt;"}); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := film.Write(&out); err != nil {
		t.Fatal(err)
	}
	html := out.String()
	if n := strings.Count(html, "<script"); n != 2 {
		t.Errorf("%d scripts, want the data and the program", n)
	}
	for _, left := range []string{"page.css", "page.js\"", "<!-- policy -->", "alert(1)<"} {
		if strings.Contains(html, left) {
			t.Errorf("the page still has %s", left)
		}
	}
	for _, want := range []string{"<meta http-equiv=\"Content-Security-Policy\"", "<style>", `"text":"\u003c/script\u003e`} {
		if !strings.Contains(html, want) {
			t.Errorf("the page has no %s", want)
		}
	}
}
