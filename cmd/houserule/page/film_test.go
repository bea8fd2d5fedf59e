package page_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"testing"

	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/page"
	"houserule/cmd/houserule/programtest"
	"houserule/cmd/houserule/protocol"
	"houserule/engine/enginetest"
)

// A shown battle is played with seed 3, and its end is told with a word.
type shown struct{ game, scenario, end string }

// shows are battles of every game.
var shows = []shown{
	{"heroes", "siege", "wins"}, {"kings", "three-kings", "keeps"}, {"sorcery", "two-valleys", "wins"},
	{"liars-dice", "two-dice", "wins"}, {"risk", "last-stand", "takes"},
}

// The steps of a page lead to every board of its battle.
func TestFilm(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	for _, battle := range shows {
		t.Run(battle.scenario, func(t *testing.T) {
			var film page.Film
			boards := boardsOf(t, journalOf(t, battle), film.Add)
			var out bytes.Buffer
			if err := film.Write(&out); err != nil {
				t.Fatal(err)
			}
			var messages []struct {
				Type   string
				Change any
			}
			if err := json.Unmarshal(regexp.MustCompile(`id="messages">(.*)</script>`).FindSubmatch(out.Bytes())[1], &messages); err != nil {
				t.Fatal(err)
			}
			var made []any
			var board any
			for _, m := range messages {
				if m.Type == "board" {
					board = patched(board, m.Change)
					made = append(made, board)
				}
			}
			if !reflect.DeepEqual(made, boards) {
				t.Errorf("the page leads to %d boards, and not to the %d of the battle", len(made), len(boards))
			}
		})
	}
}

// The page of the longest battle that ships is small enough to be sent; unless HOUSERULE_LONG is
// set, that of a shorter one.
func TestFilmIsSmall(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	scenario, most := "two-valleys", int64(4e5)
	if enginetest.Long {
		scenario, most = "six-crowns", 3e6
	}
	file := filepath.Join(t.TempDir(), "page.html")
	programtest.Command(t, "show", journalOf(t, shown{game: "sorcery", scenario: scenario}), "-o", file)
	if info, err := os.Stat(file); err != nil || info.Size() > most {
		t.Errorf("the page of %s has %d bytes, want at most %d (%v)", scenario, info.Size(), most, err)
	}
}

// patched does what the function of this name in page.js does.
func patched(value, change any) any {
	parts, ok := change.(map[string]any)
	if !ok {
		return change
	}
	if list, ok := value.([]any); ok {
		made := append([]any(nil), list...)
		for i := range len(parts) + len(list) { // the places after the end are in order
			if part, ok := parts[strconv.Itoa(i)]; ok && i < len(made) {
				made[i] = patched(made[i], part)
			} else if ok {
				made = append(made, part)
			}
		}
		if length, ok := parts["length"].(float64); ok {
			made = made[:int(length)]
		}
		return made
	}
	members, _ := value.(map[string]any)
	made := maps.Clone(members)
	if made == nil {
		made = map[string]any{}
	}
	for name, part := range parts {
		if part == nil {
			delete(made, name)
		} else {
			made[name] = patched(made[name], part)
		}
	}
	return made
}

// journalOf writes the journal of a battle between computers, and returns its file.
func journalOf(t *testing.T, battle shown) string {
	t.Helper()
	journal := filepath.Join(t.TempDir(), "battle.journal")
	programtest.Command(t, "battle", battle.scenario, "--game", battle.game, "--seed", "3", "--journal", journal, "-q")
	return journal
}

// boardsOf records the battle of a journal, calls keep with each message, and returns the boards,
// as JSON decodes them.
func boardsOf(t *testing.T, journal string, keep func(message any) error) (boards []any) {
	t.Helper()
	mods := bundled.Resolver()
	read, err := games.Replaying{}.Read(journal, mods)
	if err != nil {
		t.Fatal(err)
	}
	err = protocol.Record(read, mods, func(message any) error {
		if m, ok := message.(protocol.Board); ok {
			text, err := json.Marshal(m.Board)
			if err != nil {
				return err
			}
			var board any
			if err := json.Unmarshal(text, &board); err != nil {
				return err
			}
			boards = append(boards, board)
		}
		return keep(message)
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(boards) < 3 {
		t.Errorf("the battle has %d boards", len(boards))
	}
	return boards
}
