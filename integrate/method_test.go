package integrate

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"testing"

	"verde/integrate/compare"
)

// What some tables come to, and by which method. Where that has changed, the number of the method has to grow:
// catalogs made before would be taken for what this one makes.
const (
	ofMethod = 43
	comesTo  = "6c3202fce073340b"
)

// The result of some tables with the number of the method that made it. If the result has changed, the number has
// to be increased: otherwise catalogs made before would be taken for results of the new method.
func TestMethod(t *testing.T) {
	t.Parallel()
	sum := sha256.New()
	fmt.Fprintln(sum, compare.Levels)
	for _, tables := range [][]Table{library(4, 90, 30), places(), initialed(), strangersOf("people", 3, 100, 1), strangersOf("products", 3, 100, 1)} {
		r := must(t, tables, Options{Unfused: true})
		for _, e := range r.Entities {
			fmt.Fprintln(sum, e.URLs)
		}
		for _, a := range r.Attributes {
			fmt.Fprintln(sum, a.Name, a.Kind, a.Columns)
		}
	}
	if got := hex.EncodeToString(sum.Sum(nil)[:8]); got != comesTo || method != ofMethod {
		t.Errorf("method %d comes to %s; method %d came to %s: raise method, and set both constants", method, got, ofMethod, comesTo)
	}
}
