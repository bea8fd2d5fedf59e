//go:build !race

package heroes_test

const raced = false
