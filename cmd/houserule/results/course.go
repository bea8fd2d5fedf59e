package results

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"houserule/cmd/houserule/report"
	"houserule/engine"
	"houserule/engine/experiment"
)

// courseSection shows how battles go, round by round: pictures for the page.
func courseSection(s *experiment.Summary) report.Section {
	if len(s.Course) == 0 {
		return report.Section{}
	}
	ended, next, left := endedCurves(s.Span), nextCurves(s.Span), leftCurves(s.Span)
	ended.Title = "Battles that have ended, by result, and battles that continue"
	next.Title = "How the continuing battles end"
	for i, e := range s.Shares {
		if e.Battles > 0 {
			ended.Curves = append(ended.Curves, curve(endedName(e.Name), s.Course, func(at experiment.Stage) experiment.Estimate { return at.Ended[i] }))
			next.Curves = append(next.Curves, curve(winsName(e.Name), s.Course, func(at experiment.Stage) experiment.Estimate { return at.Next[i] }))
		}
	}
	ended.Curves = append(ended.Curves, curve("goes on", s.Course, openOf))
	for seat := range s.Course[0].Left {
		left.Curves = append(left.Curves, leftCurve(engine.Capital(s.Shares[seat].Name), s.Course, seat))
	}
	return courseOf(s.Span, ended, next, left)
}

// compareCourses shows how battles go under two rules, each picture with a curve for either.
// The last side has the rest of the wins.
func compareCourses(c *experiment.Comparison) report.Section {
	if len(c.Courses[0]) == 0 || len(c.Courses[1]) == 0 {
		return report.Section{}
	}
	open, left := endedCurves(c.Span), leftCurves(c.Span)
	open.Title = "Battles that continue"
	pictures := []report.Curves{open}
	seats := len(c.Courses[0][0].Left)
	for i, w := range c.Winners[:seats-1] {
		ended, next := endedCurves(c.Span), nextCurves(c.Span)
		ended.Title = "Battles that have ended: " + endedName(w.Winner)
		next.Title = "Battles that continue: " + winsName(w.Winner)
		for rule, course := range c.Courses {
			ended.Curves = append(ended.Curves, curve(c.Rules[rule].Name, course, func(at experiment.Stage) experiment.Estimate { return at.Ended[i] }))
			next.Curves = append(next.Curves, curve(c.Rules[rule].Name, course, func(at experiment.Stage) experiment.Estimate { return at.Next[i] }))
		}
		pictures = append(pictures, ended, next)
	}
	for rule, course := range c.Courses {
		pictures[0].Curves = append(pictures[0].Curves, curve(c.Rules[rule].Name, course, openOf))
	}
	for seat, w := range c.Winners[:seats] {
		for rule, course := range c.Courses {
			left.Curves = append(left.Curves, leftCurve(engine.Capital(w.Winner)+", "+c.Rules[rule].Name, course, seat))
		}
	}
	return courseOf(c.Span, append(pictures, left)...)
}

// courseOf returns the section of pictures.
func courseOf(span string, pictures ...report.Curves) report.Section {
	s := report.Section{Title: engine.Capital(strings.TrimSuffix(span, "s")) + " by " + strings.TrimSuffix(span, "s")}
	for _, c := range pictures {
		c.PageOnly = true
		s.Parts = append(s.Parts, c)
	}
	return s
}

// endedCurves, nextCurves and leftCurves return pictures without curves.
func endedCurves(span string) report.Curves {
	return report.Curves{X: "after so many " + span, Y: "share of the battles", Unit: experiment.Percent(1), High: 1}
}

func nextCurves(span string) report.Curves {
	return report.Curves{X: "after so many " + span, Y: "share of those battles", Unit: experiment.Percent(1), High: 1, Mark: 0.5}
}

func leftCurves(span string) report.Curves {
	return report.Curves{Title: "The strength that the sides have left at the end, in points of the game", X: span + " of the battle", Y: "mean strength", Unit: experiment.Unit{Decimals: 1}}
}

// endedName and winsName say in words how battles ended, and end.
func endedName(ending string) string {
	if ending == "draw" {
		return "draw"
	}
	return ending + " has won"
}

func winsName(ending string) string {
	if ending == "draw" {
		return "draw"
	}
	return ending + " wins"
}

func openOf(at experiment.Stage) experiment.Estimate { return at.Open }

// curve returns the curve of a share at each stage.
func curve(name string, course experiment.Course, of func(experiment.Stage) experiment.Estimate) report.Curve {
	c := report.Curve{Name: name}
	for _, at := range course {
		e := of(at)
		c.Points = append(c.Points, report.Point{X: float64(at.Round), Y: float64(e.Value), Low: float64(e.Low), High: float64(e.High)})
	}
	return c
}

// leftCurve returns the curve of the strength that a seat has left.
func leftCurve(name string, course experiment.Course, seat int) report.Curve {
	return curve(name, course, func(at experiment.Stage) experiment.Estimate {
		return experiment.Estimate{Value: at.Left[seat], Low: at.Left[seat], High: at.Left[seat]}
	})
}

// lengthCells adds the numbers of the battles of one length, for programs.
func lengthCells(r report.Row, l experiment.Length) report.Row {
	r = r.Named(strconv.Itoa(l.Rounds)).Hide("battles", report.Whole(l.Battles))
	for _, side := range slices.Sorted(maps.Keys(l.Wins)) {
		r = r.Hide(side+" wins", report.Whole(l.Wins[side])).Hide(side+" left", report.Whole(l.Left[side]))
	}
	return r
}
