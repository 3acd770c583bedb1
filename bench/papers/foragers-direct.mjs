/**
 * Foragers on a simulated site: calls the policy as the engine would, with one download at a time. Pages are texts and
 * links, without HTTP, HTML, storage and log, which is some 20 times as fast.
 */
import { createRng } from '../../dist/domain/base/rng.js';
import { Availability, NO_SOURCE } from '../../dist/domain/frontier/frontier-view.js';

const candidate = (urlNo, source) => ({
  urlNo,
  source,
  tagPathNo: 0,
  alike: 1,
  fromRelevant: false,
  url: '',
  anchor: '',
});
const textOf = (html) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
/** 150 words, drawn from 40 that occur only in lists of headlines. */
const headlineWords = (urlNo) => Array.from({ length: 150 }, (_, i) => `headline${(i * 7 + urlNo) % 40}`).join(' ');
const NOTHING = { links: [], known: [], page: null, change: null, young: false, relevant: false };

/**
 * @param revisitHours after a download until the page may be downloaded again
 * @param headlines number of links from which a page is a list of headlines; 0: none is
 */
export function monitorDirectly(site, definition, deps, seed, { config, revisitHours, headlines }) {
  const policy = definition.create(config, deps(createRng(seed), site.fetches));
  const [fetchedAt, modifiedAt, stepOf, found] = [new Map(), new Map(), new Map(), new Set(site.seeds)];
  let [step, busy] = [0, -1];
  const isDue = (urlNo) => !fetchedAt.has(urlNo) || site.time - fetchedAt.get(urlNo) >= revisitHours * 3_600;
  const view = {
    // The page just fetched cannot be chosen before its step is observed.
    availability: (urlNo) => (urlNo !== busy && isDue(urlNo) ? Availability.Ready : Availability.Gone),
    domainOf: () => 0,
    domain: () => ({ fetched: 0, relevant: 0 }),
    hostOf: () => 0,
    host: () => ({ fetched: 0, relevant: 0 }),
    tagPath: () => '',
    stepOf: (urlNo) => stepOf.get(urlNo) ?? -1,
    parents: () => [],
    path: () => ({ reward: 0, depth: 0, length: 1, relevant: 0, distanceToRelevant: 1 }),
    get completed() {
      return step;
    },
    budget: site.fetches,
  };
  /** State of a page since its last visit, with its text and links. */
  const read = (urlNo, state) => {
    const before = modifiedAt.get(urlNo);
    const change = before === undefined ? 'new' : before === state.modifiedAt ? 'unchanged' : 'changed';
    modifiedAt.set(urlNo, state.modifiedAt);
    const young = site.isYoung(state);
    const [links, known] = [[], []];
    for (const target of state.links) {
      found.add(target);
      if (view.availability(target) === Availability.Ready) links.push(candidate(target, step));
      else known.push({ urlNo: target, step: stepOf.get(target) ?? -1, tagPathNo: 0 });
    }
    const own = change === 'unchanged' ? '' : textOf(state.html());
    const isList = headlines > 0 && state.links.length >= headlines;
    const text = isList ? `${headlineWords(urlNo)} ${own.slice(0, 600)}` : own;
    const page = { title: site.web.title(urlNo), description: '', headings: [], text, mainText: text };
    return { links, known, page, change, young, relevant: young && change !== 'unchanged' };
  };

  policy.seed(
    site.seeds.map((urlNo) => candidate(urlNo, NO_SOURCE)),
    view,
  );
  for (; step < site.fetches; step++) {
    const choice = policy.choose(step, view);
    site.tick();
    // Nothing is due: the time of one download passes.
    if (choice.kind !== 'fetch') continue;
    const { urlNo, source } = choice;
    busy = urlNo;
    fetchedAt.set(urlNo, site.time);
    const state = site.asOf(urlNo);
    const seen = state === null ? NOTHING : read(urlNo, state);
    const reward = seen.relevant ? 1 : 0;
    const what = { step, choice: step, urlNo, source, domainNo: 0, url: '', ok: state !== null, probability: reward };
    policy.observe({ ...what, reward, ...seen }, view);
    policy.learn(view);
    if (state !== null) stepOf.set(urlNo, step);
    busy = -1;
    site.noteVisit(urlNo, seen.relevant);
  }
  return site.measures(policy.stats(), step, found.size);
}
