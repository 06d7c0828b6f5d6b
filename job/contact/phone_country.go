package contact

import (
	"strconv"
	"strings"
	"sync"
)

// countryCodes has the country codes of ITU-T E.164, each behind the lengths that a number may have in the countries with the code, without the code itself. Countries
// with open numbering plans have wide ranges.
const countryCodes = `
4-5: 247 290 500 683 690
5-6: 672 682 688
5-8: 676 677 678 685 686
6-6: 298 299 508 681 687
6-8: 53 597 689
6-10: 378 376 850
6-11: 39
7-7: 220 238 239 246 248 269 291 297 501 592 674 679 680 691 692 960
7-8: 230 241 267 372 507 591 598 599 670 673 675 961 965 968 974 975
7-9: 231 243 245 252 265 354 359 423 595 967 971
7-10: 44 46 95 353
7-12: 62 882 883
8-8: 45 47 65 216 222 223 226 227 228 232 235 236 253 257 266 268 350 356 357 370 371 373 374 386 502 503 504 505 506 509 800 808 852 853 973 976 993
8-9: 32 36 51 66 213 218 224 237 258 264 355 377 381 382 383 387 389 593 855 881 886 962 963 966 970 972 995
8-10: 20 54 57 60 63 64 82 225 229 234 254 263 856 880 964 977
9-9: 27 33 34 40 41 48 56 61 93 94 211 212 221 233 240 242 244 249 250 251 255 256 260 261 262 351 380 420 421 590 594 596 870 979 992 994 996 998
9-10: 81 84 92 375
9-11: 31 86
8-12: 385
10-10: 1 7 30 52 58 90 91 98 878
10-11: 55
5-13: 43 49
5-12: 352 358`

// lengthsByCode are the shortest and the longest number of digits by country code.
var lengthsByCode = sync.OnceValue(func() map[string][2]int {
	m := make(map[string][2]int)
	for line := range strings.Lines(countryCodes) {
		lengths, codes, _ := strings.Cut(line, ":")
		from, to, _ := strings.Cut(lengths, "-")
		shortest, _ := strconv.Atoi(from)
		longest, _ := strconv.Atoi(to)
		for code := range strings.FieldsSeq(codes) {
			m[code] = [2]int{shortest, longest}
		}
	}
	return m
})

// isInternational reports whether digits are a country code and a number that is possible in its country, perhaps with the zero that is dialled within it.
func isInternational(digits string) bool {
	for n := 1; n <= 3 && n < len(digits); n++ {
		if lengths, ok := lengthsByCode()[digits[:n]]; ok { // no code begins with another one
			rest := len(strings.TrimPrefix(digits[n:], "0"))
			return rest >= lengths[0] && (rest <= lengths[1] || len(digits)-n <= lengths[1])
		}
	}
	return false
}
