import { ToyCrawl } from '../../../../test/support/toy-crawl.js';
import type { ToyWeb } from '../../../../test/support/toy-web.js';
import { ArmStatistics } from './arms.js';
import { tagPathBandit } from './index.js';

/** Hubs with four links each, at four places; links at the second place are relevant. */
function templateWeb(hubs: number): ToyWeb {
  const pages: ToyWeb['pages'][number][] = [];
  const page = (relevant: boolean, to: number[]): ToyWeb['pages'][number] => ({
    url: `http://site.example/${pages.length}`,
    domain: 0,
    relevant,
    dead: false,
    links: to.map((no) => ({ to: no, anchor: '' })),
  });
  const first = hubs;
  for (let hub = 0; hub < hubs; hub++)
    pages.push(
      page(
        false,
        [0, 1, 2, 3].map((place) => first + 4 * hub + place),
      ),
    );
  for (let at = 0; at < 4 * hubs; at++) pages.push(page(at % 4 === 1, []));
  return { pages, seeds: Array.from({ length: hubs }, (_, i) => i), relevant: hubs };
}

const crawlOf = (config: Readonly<Record<string, unknown>>, hubs = 40): ToyCrawl => {
  const definition = { ...tagPathBandit, create: tagPathBandit.create as never };
  return new ToyCrawl(templateWeb(hubs), definition, { config, budget: 2 * hubs, seed: 3 }).start();
};

describe('tag-path-bandit', () => {
  it.each(['random', 'best'])('learns at which place the relevant pages are linked, following the %s link', (link) => {
    const crawl = crawlOf({ link, exploration: 0.25, similarity: 1 });
    crawl.run(1);
    // 40 links after the seeds: a few are spent on the other three places.
    expect(crawl.relevant).toBeGreaterThan(30);
    expect(crawl.policy.stats()).toMatchObject({ arms: 5, pulls: 80 });
  });

  it('explains a choice by its arm, mean, bound and pulls', () => {
    const crawl = crawlOf({ similarity: 1 }, 2);
    const terms = (): unknown => {
      const choice = crawl.choose();
      crawl.complete();
      return choice.kind === 'fetch' ? choice.explanation.terms : choice;
    };
    expect(terms()).toMatchObject({ arm: '(no tag path)', mean: 0, pulls: 0 });
    expect(terms()).toMatchObject({ arm: '(no tag path)', mean: 0, pulls: 1 });
    expect([terms(), terms()]).toMatchObject([
      { arm: 'html/body/nav/ul/li/a', mean: 0, pulls: 0 },
      { arm: 'html/body/main/ul.list/li/a', mean: 0, pulls: 0 },
    ]);
  });
});

describe('ArmStatistics', () => {
  it('bounds by the mean and α·√(ln t / n), pulls under way included', () => {
    const arms = new ArmStatistics(2);
    for (const arm of [1, 1, 2, 1]) arms.pull(arm);
    arms.observe(1, 1);
    arms.observe(1, 0);
    expect([arms.mean(1), arms.mean(2), arms.mean(7)]).toEqual([0.5, 0, 0]);
    expect(arms.bound(1)).toBeCloseTo(0.5 + 2 * Math.sqrt(Math.log(5) / 3));
    expect(arms.bound(2)).toBeCloseTo(2 * Math.sqrt(Math.log(5)));
    // An arm without pulls goes before all others.
    expect(arms.bound(3)).toBeGreaterThan(1_000);
  });

  it('credits the arm by which the linking page came', () => {
    const arms = new ArmStatistics(1);
    arms.pull(4);
    arms.observe(4, 0);
    arms.noteStep(9, 4);
    arms.credit(9);
    arms.credit(9);
    arms.credit(8);
    expect(arms.mean(4)).toBe(2);
  });
});
