package keywords

import "strings"

// functionWords are English words that carry no subject of their own.
const functionWords = `a about above across after again against all almost along already also although always am among an and
another any anybody anyone anything anywhere are aren't around as at away be became because become been before behind being below
between both but by can can't cannot could couldn't did didn't do does doesn't doing don't done down during each either else
enough etc even ever every everyone everything except few for from further get gets getting go goes going gone got had has hasn't
have haven't having he her here hers herself him himself his how however i i'd i'll i'm i've if in instead into is isn't it
it's its itself just least less let let's like made make makes many may maybe me might mine more most much must my myself near
need neither never next no nobody none nor not nothing now of off often on once one ones only onto or other others ought our
ours ourselves out over own per perhaps please quite rather really same see several shall she should since so some somebody
someone something such than that that's the their theirs them themselves then there these they they're this those though
through thus till to together too toward towards two under unless until up upon us use used using very via was wasn't we we'll
we're were what what's when where whether which while who whole whom whose why will with within without won't would yes yet you
you'll you're you've your yours yourself yourselves`

// webWords are words by which a site speaks of itself, not of what its pages
// are about. They are on the pages of every kind of entity.
const webWords = `account add added advertise advertisement affiliate affiliates ajax app apps blog blogs bookmark browse browser button buy cancel cart
checkout clear click close com comment comments contact continue cookie cookies copyright css default delete detail details digg
directory disclaimer download email expand facebook faq faqs favorites feed feedback feeds follow forum forums forward friend friends
ftp go google help hide home homepage html http https inc index info information item items jump latest learn link links list load log
login logo logout ltd map member members message messages mobile more myspace navigation net new news newsletter newsletters ok online
options page pages parent password pinterest policy popular popup post posted powered previous print privacy product products profile
recommend recommended refresh register registration related remove reserved reset results retrieve return rights rss save search secure
select send settings share shopping sign signin signup site sitemap skip sort sponsor sponsored sponsors submit subscribe support tag
tags tell terms thumbnail today toggle top twitter update updated updates url username view viewed visit welcome widget wishlist www
yahoo youtube zip`

// wordSet returns the words of the lists.
func wordSet(lists ...string) map[string]bool {
	set := map[string]bool{}
	for _, list := range lists {
		for _, w := range strings.Fields(list) {
			set[w] = true
		}
	}
	return set
}
