import { GleanerError } from '../../../clients/typescript/src/index.js';
import { createScreen, type Screen } from '../screen.js';
import type { Spider } from '#client';
import { beginWith, readySpider, spidersOf, type Spiders } from './find-spider.js';
import { spiderLines, spiderList } from './spider-tables.js';
import { trainSpider, type Trainer } from './train-spider.js';

const idOf = (n: number): string => `01a20527-da00-705b-aab2-7bf3a1db731${n}`;
const links: Spider = {
  id: idOf(1),
  name: 'universities',
  version: 1,
  state: 'ready',
  kind: 'links',
  bins: 3,
  text: 'related',
  discount: 0.5,
  clusters: null,
  vocabulary: null,
  sessions: [],
  webs: [],
  report: {
    sources: [
      { sessionId: null, web: 'webkb', seeds: [], pages: 100, relevantPages: 7 },
      { sessionId: idOf(9), web: null, seeds: [], pages: 20, relevantPages: 3 },
    ],
    pages: 120,
    relevantPages: 10,
    links: 700,
    words: 2_000,
    truncated: false,
    bins: [
      { name: 'immediate', links: 30, meanValue: 1.25, words: [{ word: 'faculty', field: 'link', weight: 2 }] },
      { name: 'other', links: 670, meanValue: 0.1, words: [] },
    ],
    classes: [],
    weights: [],
  },
  error: null,
  createdAt: '2026-01-02T03:04:05.000Z',
  trainedAt: null,
  jobId: idOf(8),
};
const classes: Spider = {
  ...links,
  ...{ id: idOf(2), name: 'news', kind: 'page-classes', bins: null, text: null, discount: null },
  ...{ clusters: 2, vocabulary: 500 },
};
const values: Spider = {
  ...classes,
  ...{ id: idOf(4), name: 'mine', kind: 'link-values', clusters: null, vocabulary: null },
};
const failed: Spider = {
  ...links,
  id: idOf(3),
  version: 2,
  state: 'failed',
  report: null,
  error: 'too few pages',
};
/** A service with these spiders, newest first. */
const having = (...all: Spider[]): Spiders => ({
  spider: (id) => {
    const found = all.find((spider) => spider.id === id);
    return found ? Promise.resolve(found) : Promise.reject(new GleanerError('not found', 404, 'NOT_FOUND'));
  },
  spiders: async function* () {
    await Promise.resolve();
    yield* all;
  },
});

describe('a spider that a command names', () => {
  const service = having(failed, classes, links);

  it('is found by its id, or by its name with all its versions', async () => {
    expect(await spidersOf(service, links.id)).toEqual([links]);
    expect(await spidersOf(service, 'universities')).toEqual([failed, links]);
    await expect(spidersOf(service, idOf(7))).rejects.toThrow('not found');
    await expect(spidersOf(service, 'nobody')).rejects.toThrow('there is no spider "nobody"');
  });

  it('is the newest version that is ready when a crawl begins with it', async () => {
    expect(await readySpider(service, 'universities')).toEqual(links);
    await expect(readySpider(having(failed), 'universities')).rejects.toThrow(
      'no spider "universities" is ready: version 2 is failed, too few pages',
    );
  });

  it('says with which policy and settings the crawl begins', () => {
    const learnt = { text: 'related', discount: 0.5, spider: links.id };
    expect(beginWith(links, undefined)).toEqual({ policy: 'nb-future', policyConfig: { bins: 3, ...learnt } });
    expect(beginWith({ ...links, bins: 2 }, undefined)).toEqual({ policy: 'nb-immediate', policyConfig: learnt });
    expect(beginWith(classes, undefined)).toEqual({
      policy: 'forager-weblog',
      policyConfig: { clusters: 2, spider: classes.id },
    });
    expect(beginWith(classes, 'forager-td', { clusters: 3, learn: false })).toEqual({
      policy: 'forager-td',
      policyConfig: { clusters: 3, learn: false, spider: classes.id },
    });
    expect(beginWith(values, undefined, { patience: 9 })).toEqual({
      policy: 'prospector',
      policyConfig: { patience: 9, spider: values.id },
    });
    expect(() => beginWith(links, 'tres')).toThrow(
      '--spider: policy tres takes no spider of the kind links; expected one of nb-immediate, nb-future',
    );
  });
});

describe('what is shown of a spider', () => {
  it('is where it comes from, its settings, and the most telling words of each bin', () => {
    expect(spiderLines(links).join('\n')).toBe(
      [
        'universities, version 1: ready',
        `  id         ${links.id}`,
        '  settings   links: bins 3, text related, discount 0.5',
        '  trained on recorded web webkb: 100 pages, 7 relevant',
        `  trained on session ${idOf(9)}: 20 pages, 3 relevant`,
        '  together   120 pages, 10 relevant, 700 links, 2000 words',
        '',
        'bin        links  mean Q  most telling words',
        '---------  -----  ------  ------------------',
        'immediate     30   1.250  faculty (link)',
        'other        670   0.100',
      ].join('\n'),
    );
  });

  it('is the words of each class, and why a training failed', () => {
    const report = {
      ...classes.report!,
      bins: [],
      classes: [
        {
          pages: 40,
          words: [
            { word: 'goal', weight: 2 },
            { word: 'match', weight: 1 },
          ],
        },
      ],
    };
    const text = spiderLines({ ...classes, report }).join('\n');
    expect(text).toContain('settings   page-classes: clusters 2, vocabulary 500');
    expect(text).toContain('together   120 pages, 2000 words');
    expect(text).toMatch(/^0 +40 {2}goal, match$/m);
    expect(spiderLines(failed).join('\n')).toContain('error      too few pages');
  });

  it('is the weights of link values, those that changed most first', () => {
    const weights = [
      { feature: 'alike', shipped: 0.4, learnt: 0.5 },
      { feature: 'hostRate', shipped: 0.8, learnt: -0.25 },
    ];
    const text = spiderLines({ ...values, report: { ...links.report!, bins: [], words: 0, weights } }).join('\n');
    expect(text).toContain('  settings   link-values\n');
    expect(text).toContain('  together   120 pages, 10 relevant, 700 links\n');
    expect(text).toMatch(/feature +shipped +learned\n[- ]+\nhostRate +0.80 +-0.25\nalike +0.40 +0.50$/);
  });

  it('is one row in the list', () => {
    expect(spiderList([failed, links])).toMatch(
      /^universities +2 +failed +links +- +- +2026-01-02 03:04 UTC +01a20527/m,
    );
  });
});

describe('training', () => {
  /** A training that takes this number of polls and ends like this. */
  function training(looks: number, end: Spider): { trainer: Trainer; cancelled: string[] } {
    let left = looks;
    const cancelled: string[] = [];
    const now = (): Spider => (left > 0 ? { ...end, state: 'training', report: null, error: null } : end);
    const job = () => ({ state: 'running' as const, progress: 1 - left / looks });
    const trainer: Trainer = {
      trainSpider: () => Promise.resolve(now()),
      spider: () => Promise.resolve(now()),
      job: () => {
        left--;
        return Promise.resolve(job());
      },
      cancelJob: (id) => {
        cancelled.push(id);
        return Promise.resolve(job());
      },
    };
    return { trainer, cancelled };
  }
  const shown: number[] = [];
  const screen: Screen = {
    ...createScreen(true),
    share: () => ({ update: (done) => void shown.push(done), end: () => undefined }),
  };
  const input = { name: 'universities' };
  beforeEach(() => (shown.length = 0));

  it('shows how far it is', async () => {
    expect(await trainSpider(training(4, links).trainer, input, screen, undefined, 1)).toEqual(links);
    expect(shown).toEqual([0.25, 0.5, 0.75, 1, 1]);
  });

  it('fails with the cause', async () => {
    await expect(trainSpider(training(2, failed).trainer, input, screen, undefined, 1)).rejects.toThrow(
      `training of spider ${failed.id} failed: too few pages`,
    );
  });

  it('is called off when the command is interrupted', async () => {
    const { trainer, cancelled } = training(1_000_000, links);
    const interruption = new AbortController();
    const working = trainSpider(trainer, input, screen, interruption.signal, 1);
    interruption.abort();
    await expect(working).rejects.toThrow();
    expect(cancelled).toEqual([links.jobId]);
  });
});
