package values

import "testing"

func TestHours(t *testing.T) {
	t.Parallel()
	const ten = "10:00-18:00"
	week := func(times string) string {
		return "Mo " + times + ", Tu " + times + ", We " + times + ", Th " + times + ", Fr " + times + ", Sa " + times + ", Su " + times
	}
	for _, c := range []struct{ text, want string }{
		{"10:00-18:00", ten}, {"10:00 – 18:00", ten}, {"10am - 6pm", ten}, {"10 a.m. to 6 p.m.", ten}, {"10–18 Uhr", ten}, {"10h-18h", ten}, {"10h00 à 18h00", ten},
		{"Mon-Sun 10 am - 6 pm", week(ten)}, {"Daily 10:00-18:00", week(ten)}, {"täglich 10–18 Uhr", week(ten)}, {"Monday to Sunday 10:00-18:00", week(ten)}, {"tous les jours 10h-18h", week(ten)},
		{"Mo–So 10–18 Uhr", week(ten)}, {"lun.-dim. 10h-18h", week(ten)}, {"Monday: 9:00-17:00", "Mo 09:00-17:00"},
		{"Mon, Wed 9:30-12:00 and 14:00-17:00", "Mo 09:30-12:00 14:00-17:00, We 09:30-12:00 14:00-17:00"},
		{"Mon closed, Tue-Fri 9-17", "Tu 09:00-17:00, We 09:00-17:00, Th 09:00-17:00, Fr 09:00-17:00"},
		{"Monday closed; Tuesday to Friday 09:00-17:00", "Tu 09:00-17:00, We 09:00-17:00, Th 09:00-17:00, Fr 09:00-17:00"},
		{"Sat-Mon 9.00-17.00", "Mo 09:00-17:00, Sa 09:00-17:00, Su 09:00-17:00"},
		{"Mon 9-5", "Mo 09:00-17:00"}, {"Sat 10:30-2:00", "Sa 10:30-14:00"}, {"Sat 20-2", "Sa 20:00-02:00"}, {"Sat 10:00-02:00", "Sa 10:00-02:00"}, {"10 am - 2 am", "10:00-02:00"},
		{"9-17", ""}, {"2:06", ""}, {"10:00", ""}, {"1999-2005", ""}, {"closed", ""}, {"6-8", ""}, {"Mon 12", ""}, {"Open 10:00-18:00 in summer", ""}, {"9.30-10.45", ""}, {"0–2 h", ""}, {"10-12h", ""},
	} {
		if got := Hours(c.text); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}
