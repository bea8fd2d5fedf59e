package view

import (
	"fmt"
	"strings"
)

// ReadFlag reads the value of a flag, if it is typed, into a set-up. Its error names
// the flag.
func ReadFlag[T any](typed map[string]string, flag string, parse func(text string) (T, error), into *T) error {
	if typed[flag] == "" {
		return nil
	}
	value, err := parse(typed[flag])
	if err != nil {
		return fmt.Errorf("--%s: %w", flag, err)
	}
	*into = value
	return nil
}

// ReadFlags reads the value of a flag as a list; parse reads one part of it.
func ReadFlags[T any](typed map[string]string, flag string, parse func(part string) (T, error), into *[]T) error {
	var list []T
	for _, part := range Parts(typed[flag]) {
		value, err := parse(part)
		if err != nil {
			return fmt.Errorf("--%s: %w", flag, err)
		}
		list = append(list, value)
	}
	if len(list) > 0 {
		*into = list
	}
	return nil
}

// Parts splits a list at its semicolons.
func Parts(text string) (list []string) {
	for _, part := range strings.Split(text, ";") {
		if part = strings.TrimSpace(part); part != "" {
			list = append(list, part)
		}
	}
	return list
}
