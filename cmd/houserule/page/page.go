// Package page is the page in a browser that shows a battle, and plays it.
//
// [Files] are its three files: a server of the protocol gives them out, and the page plays
// by messages over a WebSocket. A [Film] is written to one file that needs no server and
// no network, with the messages of a battle that was played. The page draws both in the same
// way, from the board as data, and knows no game.
package page

import (
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

// A Film is a battle as a page shows it without a server, forwards and backwards. Its zero
// value has no messages.
type Film struct {
	messages []json.RawMessage
	board    any // the last board, as JSON decodes it
}

// Add adds a message. Of a board it keeps only the change from the board before.
func (f *Film) Add(message any) error {
	text, err := json.Marshal(message) // escapes <, > and &
	if err != nil {
		return err
	}
	var m struct {
		Type  string
		Board any
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return err
	}
	if m.Type == "board" {
		part, _ := change(f.board, m.Board)
		f.board = m.Board
		if text, err = json.Marshal(step{m.Type, part}); err != nil {
			return err
		}
	}
	f.messages = append(f.messages, text)
	return nil
}

// A step stands for a board.
type step struct {
	Type   string `json:"type"`
	Change any    `json:"change"` // from the board before
}

// Write writes the page.
func (f *Film) Write(out io.Writer) error {
	html, style, script := text("index.html"), text("page.css"), text("page.js")
	data, err := json.Marshal(f.messages)
	if err != nil {
		return err
	}
	policy := fmt.Sprintf("default-src 'none'; script-src %s; style-src %s; img-src data:; base-uri 'none'; form-action 'none'", hash(script), hash(style))
	_, err = strings.NewReplacer(
		"<!-- policy -->", `<meta http-equiv="Content-Security-Policy" content="`+policy+`">`,
		`<link rel="stylesheet" href="page.css">`, "<style>"+style+"</style>",
		`<script src="page.js"></script>`, `<script type="application/json" id="messages">`+string(data)+"</script>\n<script>"+script+"</script>",
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
