//go:build race

package scripting

const raceDetector = true
