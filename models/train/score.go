package main

import (
	"fmt"
	"math"

	"verde/pageeval"
)

// score is a confusion matrix: true and false positives and negatives.
type score struct{ TP, FP, TN, FN int }

func (s *score) add(data bool, p float64) {
	switch yes := p >= pageeval.Threshold; {
	case yes && data:
		s.TP++
	case yes:
		s.FP++
	case data:
		s.FN++
	default:
		s.TN++
	}
}

// Data is the number of examples that are data, Other that of the rest.
func (s score) Data() int  { return s.TP + s.FN }
func (s score) Other() int { return s.FP + s.TN }
func (s score) Total() int { return s.Data() + s.Other() }

func (s score) Accuracy() share  { return share{float64(s.TP + s.TN), float64(s.Total())} }
func (s score) Precision() share { return share{float64(s.TP), float64(s.TP + s.FP)} }
func (s score) Recall() share    { return share{float64(s.TP), float64(s.Data())} }
func (s score) F1() share        { return share{float64(2 * s.TP), float64(2*s.TP + s.FP + s.FN)} }

// Refusal is the share of what is no data that is refused.
func (s score) Refusal() share { return share{float64(s.TN), float64(s.Other())} }

// EvenAccuracy and EvenPrecision are what accuracy and precision would be with as
// many positive examples as negative ones. How many we have of each is our
// choice, and these figures do not depend on it.
func (s score) EvenAccuracy() share {
	return share{s.Recall().value() + s.Refusal().value(), 2}
}

func (s score) EvenPrecision() share {
	r := s.Recall().value()
	return share{r, r + 1 - s.Refusal().value()}
}

func (s score) String() string {
	return fmt.Sprintf("accuracy %v precision %v recall %v F1 %v, even classes %v %v (tp %d fp %d tn %d fn %d)",
		s.Accuracy(), s.Precision(), s.Recall(), s.F1(), s.EvenAccuracy(), s.EvenPrecision(), s.TP, s.FP, s.TN, s.FN)
}

// share is a part of a whole, printed to three digits, or as "-" if there is
// no whole.
type share struct{ part, whole float64 }

func (s share) value() float64 { return s.part / s.whole }

func (s share) String() string {
	if v := s.value(); !math.IsNaN(v) {
		return fmt.Sprintf("%.3f", v)
	}
	return "-"
}

// bins of the reliability table.
const bins = 10

// reliability compares probabilities with what came true. Data and the rest
// weigh the same in sum, as they do in training.
type reliability struct {
	data, other int
	count       [bins][2]int // of the rest, of data
	sum         [bins][2]float64
	squares     [2]float64 // of p minus the truth
}

func (r *reliability) add(data bool, p float64) {
	class, truth := 0, 0.0
	if data {
		class, truth = 1, 1
		r.data++
	} else {
		r.other++
	}
	b := min(int(p*bins), bins-1)
	r.count[b][class]++
	r.sum[b][class] += p
	r.squares[class] += (p - truth) * (p - truth)
}

// weigh joins what is known of both classes so that they weigh the same.
func (r *reliability) weigh(other, data float64) float64 {
	return other/float64(max(r.other, 1))/2 + data/float64(max(r.data, 1))/2
}

// bin is a row of the table: examples with a probability from From up to To.
type bin struct {
	From, To float64
	Examples int
	Weight   float64 // of all examples
	Mean     share   // of the probability
	Data     share   // that is data
}

func (r *reliability) Bins() []bin {
	var out []bin
	for b, n := range r.count {
		w := r.weigh(float64(n[0]), float64(n[1]))
		out = append(out, bin{
			From: float64(b) / bins, To: float64(b+1) / bins,
			Examples: n[0] + n[1], Weight: w,
			Mean: share{r.weigh(r.sum[b][0], r.sum[b][1]), w},
			Data: share{r.weigh(0, float64(n[1])), w},
		})
	}
	return out
}

// Error is the expected calibration error: the mean distance between
// probability and truth over the bins.
func (r *reliability) Error() share {
	total := 0.0
	for _, b := range r.Bins() {
		if b.Examples > 0 {
			total += b.Weight * math.Abs(b.Mean.value()-b.Data.value())
		}
	}
	return share{total, 1}
}

// Brier is the mean squared distance between probability and truth.
func (r *reliability) Brier() share { return share{r.weigh(r.squares[0], r.squares[1]), 1} }
