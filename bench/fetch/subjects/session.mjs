/** The session that both Gleaner subjects crawl: politeness off, and a topic with examples from the site. */
export const KEYWORDS = ['plant', 'animal', 'species', 'genus', 'leaves', 'fish'];

export const sessionSettings = (pages, concurrency) => ({
  budget: { fetches: pages },
  concurrency,
  hostConcurrency: Math.min(8, concurrency),
  hostDelayMs: 0,
  robots: false,
});

/** URLs of the site's pages that are about the topic, and of some that are not. */
export async function exampleUrls(origin) {
  const { positives, negatives } = await (await fetch(`${origin}/examples.json`)).json();
  return { positives: positives.map((path) => origin + path), negatives: negatives.map((path) => origin + path) };
}
