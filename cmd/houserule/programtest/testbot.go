package programtest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"time"

	"houserule/cmd/houserule/protocol"
)

// testbot is a program that plays, well or badly, as its arguments and TESTBOT say.
func testbot() {
	does := func(what string) bool { return slices.Contains(os.Args[1:], what) || os.Getenv("TESTBOT") == what }
	out := json.NewEncoder(os.Stdout)
	questions := 0
	lines := bufio.NewReaderSize(os.Stdin, 1<<20)
	var answers []protocol.Answer
	for !does("deaf") {
		if lines.Buffered() == 0 { // the last question of several is answered first
			for _, a := range slices.Backward(answers) {
				out.Encode(a)
			}
			answers = nil
		}
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var m struct {
			protocol.Asked
			Error string
		}
		json.Unmarshal(line, &m)
		switch m.Type {
		case "hello":
			ready := protocol.Ready{Type: "ready", Protocol: protocol.Version, Forgets: does("forgets")}
			for _, want := range []string{"told", "board", "worth"} {
				if does(want) {
					ready.Wants = append(ready.Wants, want)
				}
			}
			if does("many") {
				ready.Battles = 20
			}
			if does("old") {
				ready.Protocol = 7
			}
			if does("greed") {
				ready.Battles = 1000
			}
			if does("wish") {
				ready.Wants = []string{"bord"}
			}
			out.Encode(ready)
		case "asked":
			questions++
			option := 0
			for i, o := range m.Options {
				if o.Worth != nil && *o.Worth > *m.Options[option].Worth {
					option = i
				}
			}
			switch {
			case does("crash"):
				fmt.Fprintln(os.Stderr, "testbot: I give up")
				os.Exit(3)
			case does("tire") && questions == 500:
				os.Exit(4)
			case does("lie"):
				option = 99
			case does("late") && questions == 2:
				m.Question = 1
			case does("astray"):
				m.Battle += 20
			case does("noise"):
				fmt.Println("Hello")
			case does("undo"):
				out.Encode(protocol.Move{Type: "undo"})
			case does("leave"):
				out.Encode(protocol.Move{Type: "leave"})
			case does("hang"):
				time.Sleep(time.Hour)
			}
			answers = append(answers, protocol.Answer{Type: "answer", About: m.About, Question: m.Question, Option: &option})
		}
	}
	for does("deaf") {
		time.Sleep(time.Hour)
	}
}
