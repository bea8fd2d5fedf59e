package report

import (
	"fmt"
	"math"

	"houserule/engine"
	"houserule/engine/experiment"
)

var none = math.NaN()

// everything has all kinds of parts, and in each what is hard to show.
func everything() *Document {
	return &Document{
		Title: "Greedy against random: duel",
		JSON:  []byte("{\n  \"name\": \"\\u003c/script\\u003e \\u0026\"\n}\n"),
		Summary: []string{
			"Greedy wins 71.3 % of 10 000 battles (70.4 to 72.2): more than chance can explain.",
			"The longest battle took 41 rounds.",
		},
		Sections: []Section{
			{Title: "Who wins", Text: "Each pair of players fought with both armies, with the same dice, so that neither the army nor the luck of the draw decides.", Parts: []Part{
				Bars{Title: "Battles won", Unit: experiment.Percent(1), Full: 1, Mark: 0.5, Bars: []Bar{
					{"greedy", 0.713, 0.704, 0.722},
					{"random", 0.2861, 0.277, 0.295},
					{"a player with a name that is much too long for a picture", 0.0009, 0.0001, 0.002},
					Exact("nobody", 0),
					{"unknown", none, none, none},
				}},
				Code("houserule play duel --seed 7 --note 'two  blanks'"),
				Paragraph("A battle that lasts 100 rounds has no winner."),
				Bars{Title: "Points more than the other", Unit: experiment.Unit{Name: "points", Decimals: 1}, Bars: []Bar{
					{"Orc", 12.25, 11.5, 13}, {"Goblin", -4.5, -5.25, -3.75}, {"哥布林战士", 3, none, none},
				}},
				Bars{Title: "How it ends, with bounds", Caption: "A chance lies in the shaded part of its bar. Nothing is known of the last.", Unit: experiment.Percent(1), Full: 1, Bounds: true, Bars: []Bar{
					{"greedy", none, 0.351, 0.724}, {"random", 0.5, 0, 0.373}, {"draw", none, 0.275, 0.276}, {"won", none, 1, 1}, {"unknown", 0.5, none, none},
				}},
				Bars{Title: "How many rounds", Unit: experiment.Percent(2), Bars: rounds()},
			}},
			{Title: "What the creatures do", Parts: []Part{
				Table{Title: "Creatures in the battle", Head: []string{"creature", "battles", "lost", "what it did"}, Right: []bool{false, true, true}, Rows: TextRows([][]string{
					{"Orc", "10000", "3.25", "Took the tower in most battles, and was then shot at from the wood by everybody."},
					{"Goblin", "10000", "12.00", "Ran."},
					{"<script>alert(1)</script>", "3", "0.10", "Is named by a mod & \"quotes\"."},
					{"Troll", "7"},
				})},
				Table{Head: []string{"one", "two", "three", "four", "five", "six", "seven", "eight"}, Right: []bool{true, true, true, true, true, true, true, true}, Rows: TextRows([][]string{
					{"1234567890", "1234567890", "1234567890", "1234567890", "1234567890", "1234567890", "1234567890", "1234567890"},
				})},
			}},
			{Title: "What if", Parts: []Part{
				Curves{Title: "Win rate by number of archers", X: "archers", Y: "battles won", Unit: experiment.Percent(1), Low: 0, High: 1, Mark: 0.5, Curves: []Curve{
					sweep("greedy", 0.3), sweep("cautious", 0.1), sweep("<b>bold</b> & brave", -0.1),
				}},
				Curves{Title: "Rounds by field", X: "field", Y: "length", Unit: experiment.Unit{Name: "rounds", Decimals: 2}, Words: []string{"plain", "wood", "hills", "swamp"}, Curves: []Curve{
					{Points: []Point{{0, 6.5, 6.25, 6.75}, {1, 8, 7.5, 8.5}, {2, none, none, none}, {3, 11.25, 10.75, 12}}},
				}},
			}},
			{Title: "All against all", Parts: []Part{
				heat("Players", 4, func(i int) string { return []string{"greedy", "random", "cautious", "brave"}[i] }),
				heat("Creatures", 14, name),
				HeatMap{Title: "Losses by field", Rows: []string{"Orc", "Goblin"}, Columns: []string{"plain with a river", "wood", "hills and valleys"},
					Cells: [][]float64{{1.5, 2.25, -3}, {12, 0}}, Unit: experiment.Unit{Name: "stacks", Decimals: 2}, Contour: true},
			}},
		},
		Facts: []Fact{
			{"command", "houserule simulate duel --players greedy,random --battles 10000 --seed 7"},
			{"version", "1.4.0"},
			{"mod heroes", "sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"},
			{"mod <img src=x onerror=alert(1)>", "\x1b[31mred\x1b[0m"},
		},
	}
}

func rounds() []Bar {
	var bars []Bar
	for n := range 12 {
		x := float64(n-5) / 2.5
		bars = append(bars, Exact(fmt.Sprint(n+1), 0.16*math.Exp(-x*x/2)))
	}
	return bars
}

func sweep(name string, more float64) Curve {
	c := Curve{Name: name}
	for n := range 9 {
		y := 1 / (1 + math.Exp(-(float64(n)-4)/2-more*5))
		c.Points = append(c.Points, Point{float64(n), y, max(y-0.04, 0), min(y+0.04, 1)})
	}
	return c
}

func name(i int) string {
	first := []string{"Gray", "Old", "Wild", "Cave", "Royal", "Elder", "Swift"}
	second := []string{"Orc", "Goblin", "Archers", "Wyvern", "Knight", "Troll", "Minotaur", "Unicorn", "Peasants", "Giant"}
	return first[i/len(second)%len(first)] + " " + second[i%len(second)]
}

// heat is a map of all against all.
func heat(title string, n int, name func(int) string) HeatMap {
	h := HeatMap{Title: title, Unit: experiment.Percent(1), Low: 0, Middle: 0.5, High: 1}
	for row := range n {
		h.Rows, h.Columns = append(h.Rows, name(row)), append(h.Columns, name(row))
		cells := make([]float64, n)
		for column := range cells {
			cells[column] = 1 / (1 + math.Exp(float64((row*37+11)%n-(column*37+11)%n)*6/float64(n)))
		}
		cells[row] = none
		h.Cells = append(h.Cells, cells)
	}
	return h
}

// big is a document of 70 creatures against each other.
func big() *Document {
	return &Document{Title: "All creatures", Sections: []Section{{Title: "One against one", Parts: []Part{heat("Win rate of the row", 70, name)}}}}
}

// TextRows returns rows of texts for people.
func TextRows(rows [][]string) []Row {
	return engine.Each(rows, func(texts []string) Row { return Row{}.Text(texts...) })
}
