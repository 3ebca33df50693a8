package extract

import "fmt"

// Kind is the role of a column (DCA §5).
type Kind uint8

// Data tells whether columns of this kind hold values.
func (k Kind) Data() bool { return k >= MandatoryData }

// kindOf is the kind of a column of data, or of a template, that all pages have or not.
func kindOf(data, all bool) Kind {
	switch {
	case data && all:
		return MandatoryData
	case data:
		return OptionalData
	case all:
		return MandatoryTemplate
	}
	return OptionalTemplate
}

var kindNames = [...]string{"mandatory template", "optional template", "mandatory data", "optional data"}

func (k Kind) String() string { return kindNames[k] }

// MarshalText spells a kind out in JSON.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (k *Kind) UnmarshalText(text []byte) error {
	for i, name := range kindNames {
		if name == string(text) {
			*k = Kind(i)
			return nil
		}
	}
	return fmt.Errorf("column kind %.40q: expected one of %q", text, kindNames)
}
