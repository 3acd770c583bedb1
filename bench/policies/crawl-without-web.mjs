import { Availability } from '../../dist/domain/frontier/frontier-view.js';
import { createRng } from '../../dist/domain/base/rng.js';
import { findPolicy } from '../../dist/domain/policies/index.js';

const DOMAINS = 20_000;
const TAG_PATHS = 200;
const WORDS = 2_000;

const wordOf = (n) => `w${(n * 7_919) % WORDS}`;
const isGood = (domainNo) => domainNo % 9 === 0;

class View {
  budget = 20_000;
  completed = 0;
  steps = new Map();
  /** Domains with a fetch under way. */
  busyDomains = [];
  choiceMs = [];

  constructor(urls, chance, eagerness) {
    this.eagerness = eagerness;
    this.gone = new Uint8Array(urls);
    this.domains = Array.from({ length: DOMAINS }, () => {
      const fetched = chance.below(12);
      return { fetched, relevant: fetched === 0 ? 0 : chance.below(fetched + 1) };
    });
  }

  availability(urlNo) {
    if (this.gone[urlNo]) return Availability.Gone;
    return this.busyDomains.includes(this.domainOf(urlNo)) ? Availability.Busy : Availability.Ready;
  }
  reservation(_, value) {
    return value > 0 && this.eagerness < 1 ? value * (1 - this.eagerness) : Number.NEGATIVE_INFINITY;
  }
  domainOf = (urlNo) => urlNo % DOMAINS;
  hostOf = (urlNo) => urlNo % DOMAINS;
  domain = (no) => this.domains[no];
  host = (no) => this.domain(no);
  path(step) {
    const length = 1 + (step % 9);
    const relevant = (step * 7) % (length + 1);
    return { reward: step % 2, depth: length - 1, length, relevant, distanceToRelevant: 1 + (step % 4) };
  }
  tagPath = (no) => (no === 0 ? '' : `html/body/div#box${no % 20}.part/ul.list-${wordOf(no)}/li/a`);
  stepOf = (urlNo) => this.steps.get(urlNo) ?? -1;
  parents = () => [0];
}

/**
 * A crawl without a web: every link leads to its own page on one of 20 000 domains, at one of 200 tag paths, with one
 * of some thousand texts. Rewards are drawn by domain, so that policies have something to learn and trees keep
 * splitting.
 *
 * @param mostUrls maximum number of links
 * @param busy domains with a fetch in flight at each choice: those chosen last
 * @param eagerness of the session
 */
export function crawlWithoutWeb(name, settings, mostUrls, busy = 0, eagerness = 1) {
  const rng = createRng(1);
  const chance = createRng(2);
  const view = new View(mostUrls, chance, eagerness);

  let urls = 0;
  function linksOf(source, n, fromRelevant = false) {
    return Array.from({ length: n }, (_, position) => {
      const urlNo = urls++;
      const domainNo = urlNo % DOMAINS;
      const tagPathNo = source < 0 ? 0 : 1 + (urlNo % TAG_PATHS);
      return {
        urlNo,
        source,
        url: `http://site${domainNo}.example/${wordOf(urlNo)}/${urlNo}`,
        anchor: `${isGood(domainNo) ? 'topic' : 'other'} ${wordOf(urlNo)}`,
        before: `${wordOf(urlNo + 1)} ${wordOf(urlNo + 2)}`,
        after: wordOf(urlNo + 3),
        heading: wordOf(source + 5),
        place: 'main',
        tagPath: view.tagPath(tagPathNo),
        nofollow: false,
        position,
        tagPathNo,
        alike: 0.1,
        fromRelevant,
      };
    });
  }

  const definition = findPolicy(name);
  const config = definition.configSchema.parse(settings);
  const policy = definition.create(config, {
    rng,
    scoreText: (text) => (text.includes('topic') ? 0.4 : 0.1) + chance.next() / 2,
    keywords: {
      inUrl: (url) => url.length % 5 === 0,
      keywordIn: (text) => text.startsWith('t'),
      phraseIn: () => false,
    },
    keywordTexts: ['topic', 'w1 w2'],
    budget: view.budget,
    domainCap: Number.POSITIVE_INFINITY,
  });
  const page = (relevant) => {
    const text = `${relevant ? 'topic words' : 'other words'} ${Array.from({ length: 200 }, () => wordOf(chance.below(WORDS))).join(' ')}`;
    return { title: 'a page', description: '', headings: [], text, mainText: text };
  };
  const readsPages = definition.needs?.(config).pageTexts === true;

  let no = 0;
  /** The hits of a search: new pages. They belong to the step that searched. */
  function answer({ limit }) {
    const links = linksOf(-1, limit).map((link) => ({ ...link, source: no }));
    policy.observe(
      {
        step: no,
        choice: no,
        urlNo: -1,
        source: -1,
        domainNo: -1,
        url: 'search:',
        ok: true,
        relevant: false,
        probability: 0,
        reward: 0,
        links,
        known: [],
        page: null,
      },
      view,
    );
    policy.learn(view);
    no++;
  }

  function choose() {
    const from = performance.now();
    const choice = policy.choose(no, view);
    view.choiceMs.push(performance.now() - from);
    return choice;
  }

  /**
   * One step: choose, observe with so many links, learn.
   *
   * @returns false when the policy is exhausted, or waits for nothing
   */
  function step(links, chanceOfReward = (domainNo) => (isGood(domainNo) ? 0.7 : 0.1)) {
    let choice = choose();
    for (;;) {
      if (choice.kind === 'search') answer(choice);
      // The oldest fetch in flight ends.
      else if (choice.kind === 'wait' && view.busyDomains.length > 0) view.busyDomains.shift();
      else break;
      choice = choose();
    }
    if (choice.kind !== 'fetch') return false;
    if (busy > 0) view.busyDomains.push(view.domainOf(choice.urlNo));
    if (view.busyDomains.length > busy) view.busyDomains.shift();
    view.gone[choice.urlNo] = 1;
    view.completed++;
    const domainNo = view.domainOf(choice.urlNo);
    const relevant = chance.next() < chanceOfReward(domainNo);
    view.steps.set(choice.urlNo, no);
    policy.observe(
      {
        step: no,
        choice: no,
        urlNo: choice.urlNo,
        source: choice.source,
        domainNo,
        url: `http://site${domainNo}.example/${choice.urlNo}`,
        ok: true,
        relevant,
        probability: relevant ? 0.9 : 0.1,
        reward: relevant ? 1 : 0,
        links: linksOf(no, links, relevant),
        known: [],
        page: readsPages ? page(relevant) : null,
      },
      view,
    );
    policy.learn(view);
    no++;
    return true;
  }

  policy.seed(linksOf(-1, 3), view);
  return { policy, view, linksOf, step, stepsDone: () => no };
}
