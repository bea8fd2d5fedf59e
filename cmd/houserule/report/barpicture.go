package report

import (
	"html/template"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

const barHeight = 24 // of a bar, with the room around it

// picture draws the bars, the first on top.
func (b Bars) picture() (template.HTML, error) {
	if len(b.Bars) == 0 {
		return "", nil
	}
	p := newPlot()
	b.axes(p)
	p.Add(lines(true))
	if err := b.addBars(p); err != nil {
		return "", err
	}
	if b.Mark != 0 && known(b.Mark) {
		p.Add(mark{value: b.Unit.scaled(b.Mark)})
	}
	p.Add(b.whiskers(), b.texts())
	left := 0.0
	if all := p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max); p.X.Min < 0 && len(all) > 0 {
		left = measure(all[0].Label, 13) / 2
	}
	return svg(p, b.Title, pictureWidth, len(b.Bars)*barHeight+50, left), nil
}

// place is where a bar stands on the axis, which goes upwards.
func (b Bars) place(bar int) int { return len(b.Bars) - 1 - bar }

func (b Bars) axes(p *plot.Plot) {
	low, high := b.ends()
	p.X.Min, p.X.Max = b.Unit.scaled(low), b.Unit.scaled(high)
	if p.X.Min == p.X.Max {
		p.X.Max = 1
	}
	p.X.Label.Text, p.X.Padding = b.Unit.Name, 0
	p.Y.Min, p.Y.Max = -0.5, float64(len(b.Bars))-0.5
	p.Y.Tick.Length, p.Y.Padding = 0, 0
	ticks := make(plot.ConstantTicks, len(b.Bars))
	for i, bar := range b.Bars {
		ticks[i] = plot.Tick{Value: float64(b.place(i)), Label: brief(bar.Label)}
	}
	p.Y.Tick.Marker = ticks
}

func (b Bars) addBars(p *plot.Plot) error {
	values := make(plotter.Values, len(b.Bars))
	for i, bar := range b.Bars {
		if known(bar.Value) {
			values[b.place(i)] = b.Unit.scaled(bar.Value)
		}
	}
	chart, err := plotter.NewBarChart(values, barHeight*2/3)
	if err != nil {
		return err
	}
	chart.Horizontal, chart.Color, chart.LineStyle = true, inkColour(barInk, solid), draw.LineStyle{}
	p.Add(chart)
	return nil
}

func (b Bars) whiskers() whiskers {
	w := whiskers{level: true, LineStyle: line(ink, 1)}
	for i, bar := range b.Bars {
		if known(bar.Value, bar.Low, bar.High) {
			w.all = append(w.all, whisker{float64(b.place(i)), b.Unit.scaled(bar.Low), b.Unit.scaled(bar.High)})
		}
	}
	return w
}

// texts are the values behind the bars.
func (b Bars) texts() *plotter.Labels {
	style := label(12)
	style.YAlign = draw.YCenter
	texts := &plotter.Labels{Offset: vg.Point{X: 7, Y: 3}}
	for i, bar := range b.Bars {
		end := 0.0
		for _, v := range []float64{bar.Value, bar.High} {
			if known(bar.Value, v) {
				end = max(end, b.Unit.scaled(v))
			}
		}
		texts.XYs = append(texts.XYs, plotter.XY{X: end, Y: float64(b.place(i))})
		texts.Labels = append(texts.Labels, strings.TrimSpace(b.Unit.Text(bar.Value)+" "+b.Unit.Interval(bar.Low, bar.High)))
		texts.TextStyle = append(texts.TextStyle, style)
	}
	return texts
}
