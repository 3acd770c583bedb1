/** Caches responses: every crawl fetches the same pages. */
export function remembering(fetcher) {
  const outcomes = new Map();
  return {
    fetch: async (request, signal) => {
      const outcome = outcomes.get(request.url) ?? (await fetcher.fetch(request, signal));
      outcomes.set(request.url, outcome);
      return { ...outcome, fetchedAt: Date.now() };
    },
  };
}
