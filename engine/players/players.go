// Package players answers for people: fixed, random and greedy players for every rule system.
package players
