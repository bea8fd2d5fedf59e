package files_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
	"testing/iotest"

	"houserule/engine/library/files"
)

// What is no file, and what is too large, is refused before it is read.
func TestRead(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, size int64) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("text"), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(filepath.Join(dir, name), size); err != nil {
			t.Fatal(err)
		}
	}
	write("fits", 4)
	write("more", 5)
	write("sparse", 2<<30)
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	tests := map[string]string{
		"fits":   "<nil>",
		"more":   "the file has 5 bytes: 4 are the most",
		"sparse": "the file has 2147483648 bytes: 4 are the most",
		"folder": "it is a folder, not a file",
		"gone":   "no such file or directory",
	}
	if makePipe(t, filepath.Join(dir, "pipe")) {
		tests["pipe"] = "it is a pipe or a device, not a file"
	}
	if runtime.GOOS == "linux" {
		if err := os.Symlink("/dev/zero", filepath.Join(dir, "zeros")); err != nil {
			t.Fatal(err)
		}
		tests["zeros"] = "it is a pipe or a device, not a file"
	}
	for name, want := range tests {
		text, err := files.Read(os.DirFS(dir), name, 4)
		again, err2 := files.ReadPath(filepath.Join(dir, name), 4)
		if got := fmt.Sprint(err); got != want || fmt.Sprint(err2) != want {
			t.Errorf("%s: %v and %v, want %s", name, err, err2, want)
		}
		if want == "<nil>" && (string(text) != "text" || string(again) != "text") {
			t.Errorf("%s holds %q and %q", name, text, again)
		}
	}
	if _, err := files.ReadPath(filepath.Join(dir, "gone"), 4); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v is not ErrNotExist", err)
	}
	if file, err := files.Open(filepath.Join(dir, "sparse")); err != nil {
		t.Error(err)
	} else {
		file.Close()
	}
}

// Line ends and a byte order mark are no part of a text; what is no text stays as it is.
func TestText(t *testing.T) {
	for text, want := range map[string]string{
		"":                          "",
		"a\nb\n":                    "a\nb\n",
		"a\r\nb\nc\r\n":             "a\nb\nc\n",
		"\ufeffa":                   "a",
		"\ufeff\ufeffa\r\n":         "\ufeff\ufeffa\n",
		"a\ufeff":                   "a\ufeff",
		"a\rb\r\n":                  "a\rb\n",
		"a\r\r\n\r\n":               "a\r\r\n\r\n",
		"\x89PNG\r\n\x1a\n":         "\x89PNG\r\n\x1a\n",
		"\ufeffGIF\x00\r\n":         "\ufeffGIF\x00\r\n",
		"\xff\xfea\x00\r\x00\n\x00": "\xff\xfea\x00\r\x00\n\x00",
	} {
		got := string(files.Text([]byte(text)))
		if again := string(files.Text([]byte(got))); got != want || again != got {
			t.Errorf("%q: %q, again %q, want %q", text, got, again, want)
		}
	}
}

// What says nothing of its size is read up to the bound.
func TestReadFrom(t *testing.T) {
	if text, err := files.ReadFrom(strings.NewReader("text"), 4); string(text) != "text" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	_, err := files.ReadFrom(endless{}, 1000)
	if got, want := fmt.Sprint(err), "the file has more than 1000 bytes, which are the most"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	broken := errors.New("broken")
	if _, err := files.ReadFrom(iotest.ErrReader(broken), 4); err != broken {
		t.Errorf("error %v", err)
	}
}

// endless is zeros without an end.
type endless struct{}

func (endless) Read(b []byte) (int, error) { return len(b), nil }

func TestList(t *testing.T) {
	fsys := fstest.MapFS{"a/2": {}, "a/1/x": {}, "a/.3": {}, "b": {}}
	list, err := files.List(fsys, "a", 3)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, d := range list {
		names = append(names, d.Name())
	}
	if got, want := fmt.Sprint(names), "[.3 1 2]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for dir, want := range map[string]string{
		"a": "the folder has more than 2 files and folders",
		"b": "it is no folder",
		"c": "file does not exist",
	} {
		if _, err := files.List(fsys, dir, 2); fmt.Sprint(err) != want {
			t.Errorf("%s: %v, want %s", dir, err, want)
		}
	}
}
