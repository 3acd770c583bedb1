import { findPolicy } from '../../../domain/policies/index.js';
import { labWeb, linksTo } from '../../../../test/support/lab-web.js';
import type { LabWeb } from './lab-web.js';
import { labTopicSchema } from './lab-topic.js';
import { runLab } from './run-lab.js';
import type { Trouble } from './trouble.js';

const HOSTS = 20;
const PAGES = 5;
const at = (host: number, page: number): string => `http://host${host}.example/${page}`;
const lost = (host: number, page: number): string => `http://host${host}.example/lost/${page}`;

/**
 * Each page links to the next one of its host, and to an unrecorded one; first pages link to all other first pages
 * except one. The hosts 3 and 7 are good; only 5 leads to 7.
 */
function madeWeb(): LabWeb {
  const pages = new Map<string, string>();
  const others = Array.from({ length: HOSTS }, (_, to) => at(to, 0)).filter((to) => to !== at(7, 0));
  for (let host = 0; host < HOSTS; host++)
    for (let page = 0; page < PAGES; page++) {
      const targets = [at(host, (page + 1) % PAGES), lost(host, page), ...(page > 0 ? [] : others)];
      pages.set(at(host, page), linksTo(host === 5 && page === 4 ? [...targets, at(7, 0)] : targets));
    }
  return labWeb(pages, (url) => (/host[37]\./.test(url) ? 'good' : ''));
}
const topic = labTopicSchema.parse({
  ...{ name: 'good hosts', label: 'good', keywords: ['good'], seeds: [at(0, 0)], reward: 'labels' },
  ...{ examples: { background: 0 }, session: { grouping: 'host' } },
});

/** A crawl of everything that is open. */
async function everything(trouble?: Trouble, randomSeed = 1) {
  const steps: string[] = [];
  const web = madeWeb();
  const fetcher: typeof web.fetcher = {
    ...web.fetcher,
    fetch: (request, signal) => (steps.push(request.url), web.fetcher.fetch(request, signal)),
  };
  const told: string[] = [];
  const policy = findPolicy('breadth-first');
  if (!policy) throw new Error('no policy');
  const { results, reachable } = await runLab({
    ...{ web: { ...web, fetcher }, topic, policies: [policy], budgets: [1_000], runs: 1, randomSeed },
    ...{ unrecorded: 'skip', ...(trouble && { trouble }), onProgress: (line: string) => told.push(line) },
  });
  const [{ runs }] = results;
  return { run: runs[0], reachable, told, asked: steps.filter((url) => url.includes('/lost/')).sort() };
}

it('has no trouble unless it is asked for', async () => {
  const { run, reachable, asked } = await everything();
  expect(reachable).toMatchObject({ pages: HOSTS * PAGES, relevant: 2 * PAGES });
  expect(run).toMatchObject({ fetched: HOSTS * PAGES, relevant: 2 * PAGES });
  expect(asked).toEqual([]);
});

it('makes a share of all addresses dead, and each of them costs a fetch', async () => {
  const trouble = { deadLinks: 0.2, refusingHosts: 0 };
  const { run, asked } = await everything(trouble);
  // 25 of 125 addresses.
  expect(asked).toHaveLength(25);
  expect(run).toMatchObject({ fetched: 125, relevant: 2 * PAGES });
  expect((await everything(trouble)).asked).toEqual(asked);
  expect((await everything(trouble, 2)).asked).not.toEqual(asked);
});

it('says when there are not so many dead links', async () => {
  const { run, told } = await everything({ deadLinks: 0.8, refusingHosts: 0 });
  expect(run.fetched).toBe(2 * HOSTS * PAGES);
  expect(told).toContain(
    'warning: only 0.50 of the links are dead: no more links lead to pages that were not recorded',
  );
});

it('lets hosts refuse that nobody needs', async () => {
  for (const randomSeed of [1, 2, 3]) {
    const { run } = await everything({ deadLinks: 0, refusingHosts: 0.25 }, randomSeed);
    // One address of each of the 5 hosts is requested, and its other pages are not found.
    expect(run).toMatchObject({ fetched: HOSTS * PAGES - 5 * (PAGES - 1), relevant: 2 * PAGES });
  }
});

it('refuses a share of hosts that is none', async () => {
  await expect(everything({ deadLinks: 0, refusingHosts: 0.01 })).rejects.toThrow('--refusing-hosts: expected');
});
