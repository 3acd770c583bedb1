const GOOD = 'http://good.example/';
const GOOD_PAGES = 400;
const OTHER_HOSTS = 20;
const PAGES_OF_OTHERS = 100;

const linkTo = (url, anchor) => `<p>more about it: <a href="${url}">${anchor}</a> and so on</p>`;
const goodUrl = (no) => (no === 0 ? GOOD : `${GOOD}cheese/${no}`);
const otherUrl = (host, no) => `http://other${host}.example/engine/${no}`;
const linksToGood = (numbers) => numbers.map((no) => linkTo(goodUrl(no), `cheese and bread number ${no}`)).join('');
const linkToOther = (host, no) => linkTo(otherUrl(host, no), `engine market number ${no}`);
const pageOf = (title, body) =>
  `<!doctype html><title>${title}</title><body>${body}<p>${title} and ${title}</p></body>`;

/**
 * One good host among twenty whose links are plainly about something else: all 400 pages of the good one are relevant,
 * and each links to ten others of it and to another host.
 */
export function goodHostWeb() {
  const pages = new Map();
  for (let no = 0; no < GOOD_PAGES; no++) {
    const next = Array.from({ length: 10 }, (_, i) => (no * 10 + i + 1) % GOOD_PAGES);
    const hosts = no === 0 ? Array.from({ length: OTHER_HOSTS }, (_, host) => host) : [no % OTHER_HOSTS];
    const body = linksToGood(next) + hosts.map((host) => linkToOther(host, 0)).join('');
    pages.set(goodUrl(no), pageOf(`cheese bread olive ${no}`, body));
  }
  for (let host = 0; host < OTHER_HOSTS; host++)
    for (let no = 0; no < PAGES_OF_OTHERS; no++) {
      const next = Array.from({ length: 5 }, (_, i) => (no * 5 + i + 1) % PAGES_OF_OTHERS);
      const body = next.map((each) => linkToOther(host, each)).join('');
      pages.set(otherUrl(host, no), pageOf(`engine cloud market ${host} ${no}`, body));
    }
  return pages;
}

export const isGood = (url) => url.startsWith(GOOD);
export const SEEDS = [GOOD];
