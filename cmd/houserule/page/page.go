// Package page is the page in a browser that shows a battle, and plays it.
//
// [Files] are its three files: a server of the protocol gives them out, and the page plays
// by messages over a WebSocket. [Show] writes one file that needs no server and no network,
// with the messages of a battle that was played. The page draws both in the same way, from
// the board as data, and knows no game.
package page

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// Files are index.html, page.css and page.js.
//
//go:embed index.html page.css page.js
var Files embed.FS

// Show writes the page with the messages of a battle in it, which it plays forwards and
// backwards.
func Show(out io.Writer, messages []any) error {
	html, style, script := text("index.html"), text("page.css"), text("page.js")
	var data bytes.Buffer
	if err := json.NewEncoder(&data).Encode(messages); err != nil { // escapes <, > and &
		return err
	}
	policy := fmt.Sprintf("default-src 'none'; script-src %s; style-src %s; img-src data:; base-uri 'none'; form-action 'none'", hash(script), hash(style))
	_, err := strings.NewReplacer(
		"<!-- policy -->", `<meta http-equiv="Content-Security-Policy" content="`+policy+`">`,
		`<link rel="stylesheet" href="page.css">`, "<style>"+style+"</style>",
		`<script src="page.js"></script>`, `<script type="application/json" id="messages">`+data.String()+"</script>\n<script>"+script+"</script>",
	).WriteString(out, html)
	return err
}

// text is one of the files.
func text(name string) string {
	data, err := Files.ReadFile(name)
	if err != nil {
		panic(err) // it is embedded
	}
	return string(data)
}

// hash allows a script or a style by its text.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
