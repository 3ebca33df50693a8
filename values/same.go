package values

// Same reports whether a and b are the same value: equal after [Fold], or the same code split by other blanks (see
// [Unparted]), or the same number, date, phone number, quantity, amount of money, ISBN or duration in any form. VerDE §VII
// names this as missing for numerical attributes.
//
// If both texts have readings these decide, so "-5" is not "5".
// A length or weight in the other system of units is the same if rounding can
// explain the difference: 6'8" is 203 cm. A plain number is the same as the
// number with a unit (245 and 245 lb): tables keep the unit in the heading.
// An all-numeric date may have the month or the day first, but two such dates
// are read alike.
//
// Cost: linear in both.
func Same(a, b string) bool {
	if a == b {
		return true
	}
	ra, rb := Readings(a), Readings(b)
	if anySame(ra, rb, true) {
		return true
	}
	if len(ra) > 0 && len(rb) > 0 {
		return FoldOnly(a, Letters|Space) == FoldOnly(b, Letters|Space)
	}
	fa, fb := Fold(a), Fold(b)
	if fa == "" || fb == "" {
		return FoldOnly(a, Letters|Space) == FoldOnly(b, Letters|Space)
	}
	return fa == fb || len(ra)+len(rb) == 0 && Unparted(a) == Unparted(b)
}
