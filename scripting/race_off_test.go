//go:build !race

package scripting

const raceDetector = false
