package flags

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/usage"
)

// writtenFlags name files that commands write.
var writtenFlags = []string{"journal", "output", "report"}

// CheckWritten refuses files to write that cannot be, and that the command reads: those that
// its arguments and other flags name, and all in the folders that they name.
func CheckWritten(flags *pflag.FlagSet, args []string) error {
	var inputs []string
	for _, arg := range args {
		inputs = append(inputs, saves.JournalPath(arg))
	}
	flags.Visit(func(f *pflag.Flag) {
		if slices.Contains(writtenFlags, f.Name) {
			return
		}
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, value := range values {
			for word := range strings.SplitSeq(value, ",") { // mods, and rules of --with
				inputs = append(inputs, strings.TrimSpace(word))
			}
		}
	})
	for _, name := range writtenFlags {
		if f := flags.Lookup(name); f != nil && f.Value.String() != "" {
			if err := canBeFile("--"+name, f.Value.String(), inputs); err != nil {
				return err
			}
		}
	}
	return nil
}

// canBeFile refuses the name of a file to write where its folder does not exist, where the
// name is a folder, and where the file is an input, which would be lost, or lies in one.
func canBeFile(flag, name string, inputs []string) error {
	if name == "-" {
		return usage.Errorf("%s: - does not name a file here: name one, or write ./- if that is its name", flag)
	}
	folder, err := filepath.Abs(filepath.Dir(name))
	if err == nil {
		folder, err = filepath.EvalSymlinks(folder)
	}
	if info, statErr := os.Stat(folder); err != nil || statErr != nil || !info.IsDir() {
		return usage.Errorf("%s: there is no folder %s", flag, filepath.Dir(name))
	}
	file, missing := os.Stat(name)
	if missing == nil && file.IsDir() {
		return usage.Errorf("%s: %s is a folder: name a file in it", flag, name)
	}
	for _, input := range inputs {
		read, err := statInput(input)
		switch {
		case err != nil:
		case missing == nil && os.SameFile(file, read):
			return usage.Errorf("%s: %s is the input file, and would be lost: name another file", flag, name)
		case read.IsDir() && liesIn(folder, read):
			return usage.Errorf("%s: %s lies in the folder %s, which is read, and would become part of it: name another place", flag, name, input)
		}
	}
	return nil
}

// liesIn reports whether an absolute path is a folder, or lies in it.
func liesIn(path string, folder os.FileInfo) bool {
	for {
		if info, err := os.Stat(path); err == nil && os.SameFile(info, folder) {
			return true
		}
		above := filepath.Dir(path)
		if above == path {
			return false
		}
		path = above
	}
}

// statInput describes a file that is read; - is the standard input.
func statInput(name string) (os.FileInfo, error) {
	if name == "-" {
		return os.Stdin.Stat()
	}
	return os.Stat(name)
}
