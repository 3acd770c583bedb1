/** The session that both Gleaner subjects crawl: politeness off, and a topic with examples from the site. */
export const KEYWORDS = ['cheese', 'butter', 'milk', 'bread', 'recipe', 'fruit'];

export const sessionSettings = (pages, concurrency) => ({
  budget: { fetches: pages }, concurrency, hostConcurrency: Math.min(8, concurrency), hostDelayMs: 0, robots: false,
});

/** Twenty pages that say a keyword and twenty that do not. */
export async function exampleUrls(origin) {
  const positives = [];
  const negatives = [];
  const queue = [`${origin}/`];
  const seen = new Set(queue);
  for (let at = 0; at < queue.length && at < 400 && (positives.length < 20 || negatives.length < 20); at++) {
    const html = await (await fetch(queue[at])).text();
    const has = KEYWORDS.some((word) => new RegExp(`\\b${word}\\b`, 'i').test(html));
    const kind = has ? positives : negatives;
    if (kind.length < 20) kind.push(queue[at]);
    for (const [, href] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) {
      const url = new URL(href, origin).href;
      if (!seen.has(url)) seen.add(url) && queue.push(url);
    }
  }
  return { positives, negatives };
}
