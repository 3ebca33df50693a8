package values_test

import (
	"fmt"

	"verde/values"
)

func ExampleSame() {
	fmt.Println(values.Same(`6'8"`, "203 cm"))
	fmt.Println(values.Same("March 4, 2003", "2003-03-04"))
	fmt.Println(values.Same("0761104844", "978-0-7611-0484-1"))
	fmt.Println(values.Same("-5", "5"))
	// Output:
	// true
	// true
	// true
	// false
}

func ExampleParse() {
	for _, text := range []string{"03/04/2003", "$1,250", `6'8"`, "2 h 6 min", "ISBN 0-7611-0484-4", "a hobbit"} {
		fmt.Println(values.Parse(text))
	}
	// Output:
	// [2003-03-04 2003-04-03]
	// [USD 1250]
	// [2.032 m]
	// [7560 s]
	// [9780761104841]
	// []
}
