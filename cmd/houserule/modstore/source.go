package modstore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"houserule/cmd/houserule/modpack"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/files"
)

// A Source is where mods come from: the absolute path of an archive or of a mod's
// folder, or the address of an archive.
type Source string

// An Offer is a mod that a source has. Its names and sizes are checked, its contents
// are not.
type Offer struct {
	Files  modpack.Files
	Where  string   // the name of its folder in problems
	Hidden []string // files and folders of the source that start with a dot: they are left out
}

var scheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]+://`) // of two letters at least: C:\ is a drive

// ParseSource returns the source that a word of a command line names.
func ParseSource(word string) (Source, error) {
	if !scheme.MatchString(word) {
		path, err := filepath.Abs(word)
		return Source(path), err
	}
	address, err := url.Parse(word)
	switch {
	case err != nil || address.Host == "":
		return "", fmt.Errorf("%s is no address: write it as in https://example.com/marsh.zip", word)
	case address.Scheme != "https":
		return "", fmt.Errorf("%s: mods come by https only, as others could change them on the way: write https://%s%s, or get the file yourself", word, address.Host, address.Path)
	case address.User != nil:
		return "", fmt.Errorf("https://%s%s: no name or password may stand in an address: get the file yourself", address.Host, address.Path)
	}
	address.Fragment = ""
	return Source(address.String()), nil
}

// address returns the address of a source, nil if it is a path.
func (s Source) address() *url.URL {
	if !scheme.MatchString(string(s)) {
		return nil
	}
	address, err := url.Parse(string(s))
	if err != nil {
		return nil
	}
	return address
}

// Beside returns where a mod may lie that one of this source needs.
func (s Source) Beside(id string) []Source {
	if address := s.address(); address != nil {
		return []Source{Source(address.ResolveReference(&url.URL{Path: id + ".zip"}).String())}
	}
	beside := filepath.Join(filepath.Dir(string(s)), id)
	return []Source{Source(beside + ".zip"), Source(beside)}
}

// Offers reads the mods of a source.
func (s Source) Offers() ([]Offer, error) {
	if address := s.address(); address != nil {
		archive, err := download(address)
		if err != nil {
			return nil, err
		}
		return unpack(engine.Shown(path.Base(address.Path)), archive)
	}
	name := engine.Shown(filepath.ToSlash(string(s)))
	if info, err := os.Stat(string(s)); err == nil && info.IsDir() {
		return folder(string(s), name)
	}
	archive, err := files.ReadPath(string(s), files.MaxArchive)
	if err != nil {
		return nil, err
	}
	return unpack(name, archive)
}

// folder reads the mod in a folder.
func folder(dir, where string) ([]Offer, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, files.Cause(err)
	}
	defer root.Close()
	if _, err := root.Stat("mod.toml"); errors.Is(err, fs.ErrNotExist) {
		return nil, errors.New("the folder has no mod.toml: it is no mod")
	}
	all, hidden, err := library.Folder{FS: root.FS(), Dir: ".", Where: where}.Files()
	if err != nil {
		return nil, err
	}
	return []Offer{{all, where, hidden}}, nil
}

// unpack reads the mods in an archive of that name.
func unpack(name string, archive []byte) ([]Offer, error) {
	mods, hidden, err := modpack.Unpack(archive)
	var offers []Offer
	for _, folder := range slices.Sorted(maps.Keys(mods)) {
		offers = append(offers, Offer{mods[folder], path.Join(name, folder), hidden})
	}
	return offers, err
}

// The bounds of a download, besides [files.MaxArchive].
const (
	maxTime      = time.Minute
	maxRedirects = 5
)

var patience = maxTime // tests have less

// client downloads by https alone.
var client = &http.Client{
	CheckRedirect: func(to *http.Request, before []*http.Request) error {
		switch {
		case to.URL.Scheme != "https":
			return fmt.Errorf("the server leads on to %s, which is not of https: nothing was taken from there", to.URL.Redacted())
		case len(before) > maxRedirects:
			return fmt.Errorf("the server leads on more than %d times", maxRedirects)
		}
		return nil
	},
}

// download returns the file at an address.
func download(address *url.URL) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), nil)
	if err != nil {
		return nil, err
	}
	response, err := client.Do(request)
	if ctx.Err() != nil {
		return nil, errSlow
	}
	if failed := new(url.Error); errors.As(err, &failed) {
		return nil, errors.New(engine.Shown(failed.Err.Error())) // the server has a hand in it
	}
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the server says %d %s", response.StatusCode, http.StatusText(response.StatusCode))
	}
	archive, err := files.ReadFrom(response.Body, files.MaxArchive)
	if ctx.Err() != nil { // the file may end as if it were whole
		return nil, errSlow
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, errors.New("the server ended in the middle of the file: try again")
	}
	return archive, err
}

var errSlow = fmt.Errorf("the download takes more than %d seconds: get the file yourself", int(maxTime.Seconds()))
