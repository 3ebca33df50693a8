package pageeval

import (
	"math/bits"
	"strings"
	"testing"
)

func TestFingerprint(t *testing.T) {
	t.Parallel()
	const english = `The quick brown fox jumps over the lazy dog while seven wizards watch the moon rise above a quiet harbour town and nobody on the pier says a single word about the ships that left in 1975 or those that came back twelve years later with other names`
	const other = `Our committee met again on Monday to settle how much of the budget should go to roads and how much to schools, but neither side would give in before the minister had read out the letter from the farmers of the northern valley who ask for water`
	const russian = `Быстрая бурая лиса прыгает через ленивую собаку пока семь волшебников смотрят на луну над тихим городом у моря и никто на причале не говорит ни слова о кораблях`
	const russian2 = `Комиссия снова собралась в понедельник чтобы решить сколько денег пойдёт на дороги а сколько на школы но никто не хотел уступить пока министр не прочёл письмо`
	const chinese = `敏捷的棕色狐狸跳过懒狗而七个巫师看着月亮从安静的港口小镇上空升起码头上没有人说一句话`
	fp := func(s string) uint64 {
		f, ok := Fingerprint(s)
		if !ok {
			t.Fatalf("no fingerprint of %q", s)
		}
		return f
	}
	near := func(a, b string) int { return bits.OnesCount64(fp(a) ^ fp(b)) }
	if d := near(english, strings.ToUpper(english)+"!"); d != 0 {
		t.Errorf("the same words differ in %d bits", d)
	}
	if d := near(english, strings.Replace(english, "lazy", "sleepy", 1)); d > 16 {
		t.Errorf("one word changed: %d bits", d)
	}
	if d := near(english+" 1 2 3 4 5 6 7 8 9", english+" 9 8 7 6 5 4 3 2 1"); d == 0 {
		t.Error("digits do not count")
	}
	texts := []string{english, other, russian, russian2, chinese}
	for i, a := range texts {
		for _, b := range texts[i+1:] {
			if d := near(a, b); d < 16 {
				t.Errorf("%.20q and %.20q differ in %d bits only", a, b, d)
			}
		}
	}
	for _, s := range []string{"", "...", "too few words for a fingerprint", strings.Repeat("again ", 1000)} {
		if f, ok := Fingerprint(s); ok || f != 0 {
			t.Errorf("Fingerprint(%.20q) = %x, %v", s, f, ok)
		}
	}
}
