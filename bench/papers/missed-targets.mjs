/** Targets that a crawl has not found after a number of pages, and their places. */

/**
 * @param pages of a site: `labels`, `links` with `urlNo`
 * @param fetched pages that the crawl has fetched by then
 * @returns numbers of targets: found; known links that wait; not discovered. `lists`: unfetched pages that together
 * link to the undiscovered targets, longest list first; `knownLists`: how many of them are known links. `barren`:
 * fetched pages from which no target can be reached
 */
export function missedTargets(pages, label, fetched) {
  const isTarget = (page) => pages[page].labels.includes(label);
  const done = new Set(fetched);
  const known = new Set(fetched.flatMap((page) => pages[page].links.map(({ urlNo }) => urlNo)));
  const targets = pages.map((_, page) => page).filter(isTarget);
  const missed = new Set(targets.filter((page) => !done.has(page) && !known.has(page)));
  const waiting = targets.filter((page) => !done.has(page) && known.has(page)).length;
  const lists = listsOf(pages, missed, done);
  const reaching = reachingPages(pages, isTarget);
  return {
    found: targets.filter((page) => done.has(page)).length,
    waiting,
    undiscovered: missed.size,
    knownLinks: [...known].filter((page) => !done.has(page)).length,
    lists: lists.length,
    knownLists: lists.filter((page) => known.has(page)).length,
    barren: fetched.filter((page) => !reaching.has(page)).length,
  };
}

/** Unfetched pages that link to missed targets, each counted for those that no longer list has. */
function listsOf(pages, missed, done) {
  const listing = pages
    .map(({ links }, page) => ({ page, targets: links.map(({ urlNo }) => urlNo).filter((urlNo) => missed.has(urlNo)) }))
    .filter(({ page, targets }) => !done.has(page) && targets.length > 0)
    .sort((a, b) => b.targets.length - a.targets.length);
  const left = new Set(missed);
  return listing
    .filter(({ targets }) => {
      const before = left.size;
      for (const target of targets) left.delete(target);
      return left.size < before;
    })
    .map(({ page }) => page);
}

/** Pages that are targets or lead to one. */
function reachingPages(pages, isTarget) {
  const sources = pages.map(() => []);
  pages.forEach(({ links }, page) => {
    for (const { urlNo } of links) sources[urlNo].push(page);
  });
  const reaching = new Set(pages.map((_, page) => page).filter(isTarget));
  for (const page of reaching) for (const source of sources[page]) reaching.add(source);
  return reaching;
}
