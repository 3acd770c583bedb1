import { badRefusals } from '../../../test/support/snapshot-damage.js';
import { decodeSnapshot, encodeSnapshot } from '../base/snapshot.js';
import { bareLink } from '../page/index.js';
import { allOf } from '../text/pieces.js';
import { newLexicons } from './lexicon.js';
import { Spider, type SpiderSettings } from './spider.js';
import { type Estimation, PLAIN_ESTIMATION } from './word-tables.js';
import { type SpiderLink, type SpiderPage, toSpiderPage, trainSpider, withoutRareWords } from './training.js';

const SETTINGS: SpiderSettings = { bins: 3, text: 'related', discount: 0.5 };
const NO_PAGE = { title: '', headings: [], text: '' };

/** Home pages link to lists, and lists to papers and to pages about lunch. URL numbers are indexes. */
function sites(lexicons = newLexicons(SETTINGS.text, 1_000), settings = SETTINGS, count = 10): SpiderPage[] {
  const pages: SpiderPage[] = [];
  const link = (urlNo: number, anchor: string): SpiderLink => ({
    ...bareLink(`http://site.example/${anchor.split(' ')[0]}/${urlNo}`, 0),
    anchor,
    urlNo,
  });
  const page = (title: string, isTarget: boolean, links: readonly SpiderLink[]): void => {
    pages.push(toSpiderPage({ isTarget, page: { ...NO_PAGE, title, text: title }, links }, settings, lexicons));
  };
  for (let i = 0; i < count; i++) {
    const at = pages.length;
    page('home', false, [link(at + 1, 'publications'), link(at + 3, 'lunch menu')]);
    page('publications', false, [link(at + 2, 'abstract postscript'), link(at + 3, 'lunch menu')]);
    page('paper', true, []);
    page('menu', false, []);
  }
  return pages;
}

function trained(settings = SETTINGS, base: Spider | null = null): Spider {
  const lexicons = base ? [...base.lexicons] : newLexicons(settings.text, 1_000);
  return allOf(
    trainSpider({ pages: sites(lexicons, settings), pageOf: (urlNo) => urlNo }, { settings, lexicons }, base),
  );
}

function judge(spider: Spider, title: string, anchor: string): ReturnType<Spider['valueOf']> {
  const link = { ...bareLink('http://other.example/x', 0), anchor, urlNo: 0 };
  const raw = { isTarget: false, page: { ...NO_PAGE, title, text: title }, links: [link] };
  const page = toSpiderPage(raw, spider.settings, spider.lexicons);
  return spider.valueOf(spider.scoresOfPage(page.words), page.linkWords, page.starts);
}

describe('spider', () => {
  it('sorts links by their words into what they lead to, and values them so', () => {
    const spider = trained();
    expect(judge(spider, 'publications', 'abstract')).toMatchObject({ bin: 0 });
    expect(judge(spider, 'home', 'publications')).toMatchObject({ bin: 1 });
    expect(judge(spider, 'home', 'lunch menu')).toMatchObject({ bin: 2 });
    const [now, later, never] = ['abstract postscript', 'publications', 'lunch menu'].map(
      (anchor) => judge(spider, 'home', anchor).value,
    );
    expect(now).toBeGreaterThan(later);
    expect(later).toBeGreaterThan(never);
    expect(spider.links).toBe(40);
    expect(spider.meanValues).toEqual([1, 0.5, 0]);
  });

  it('ignores words that training has not seen', () => {
    const spider = trained();
    const { probability, bin } = judge(spider, 'nothing', 'like it');
    expect(bin).toBe(2);
    expect(probability).toBeCloseTo((1 + 20) / (3 + 40));
  });

  it('counts only the words that tell most, and divides what a field says by a power of their number', () => {
    const spider = trained();
    const value = (estimation: Estimation, anchor: string): number =>
      judge(spider.estimatedBy(estimation), '', anchor).probability;
    const told = value({ ...PLAIN_ESTIMATION, vocabulary: 1 }, 'abstract postscript publications lunch menu');
    // The first of the two words that are in all links to pages about lunch.
    expect(told).toBeCloseTo(value({ ...PLAIN_ESTIMATION, vocabulary: 1 }, 'lunch'));
    const plain = value(PLAIN_ESTIMATION, 'lunch lunch lunch lunch');
    expect(value({ ...PLAIN_ESTIMATION, lengthExponent: 0.5 }, 'lunch lunch lunch lunch')).toBeCloseTo(
      value(PLAIN_ESTIMATION, 'lunch lunch'),
    );
    expect(value({ ...PLAIN_ESTIMATION, lengthExponent: 1 }, 'lunch lunch lunch lunch')).toBeCloseTo(
      value(PLAIN_ESTIMATION, 'lunch'),
    );
    expect(plain).toBeGreaterThan(value(PLAIN_ESTIMATION, 'lunch lunch'));
  });

  it('names the words that say most for each bin, with their fields', () => {
    const [immediate, later, other] = trained().tellingWords(3);
    expect(immediate.map(({ word, field }) => `${word} (${field})`)).toContain('abstract (link)');
    expect(later.map(({ word, field }) => `${word} (${field})`)).toContain('publications (link)');
    expect(other.map(({ word }) => word)).toContain('lunch');
    expect(immediate.every(({ weight }, i) => weight > 0 && (i === 0 || weight <= immediate[i - 1].weight))).toBe(true);
  });

  it('reads the text of the page where that is asked for', () => {
    const spider = trained({ ...SETTINGS, text: 'full-page', bins: 2 });
    expect(spider.lexicons).toHaveLength(2);
    expect(judge(spider, 'publications', 'abstract')).toMatchObject({ bin: 0 });
    expect(judge(spider, 'home', 'lunch')).toMatchObject({ bin: 1 });
  });

  it('leaves out links to pages that are not known', () => {
    const lexicons = newLexicons(SETTINGS.text, 1_000);
    const pageOf = (urlNo: number): number => (urlNo % 4 === 3 ? -1 : urlNo);
    const spider = allOf(trainSpider({ pages: sites(lexicons), pageOf }, { settings: SETTINGS, lexicons }));
    expect(spider.links).toBe(20);
  });

  it('adds what it learns to what another has learnt', () => {
    const both = trained(SETTINGS, trained());
    expect(both.links).toBe(80);
    expect([...both.counts.links]).toEqual([20, 20, 40]);
    expect(judge(both, 'publications', 'abstract').value).toBeGreaterThan(0.9);
  });

  it('is the same after it was saved and restored, and refuses what is damaged', () => {
    const spider = trained();
    const saved = decodeSnapshot(encodeSnapshot(spider.save()));
    const restored = Spider.restore(saved);
    expect(judge(restored, 'home', 'publications')).toEqual(judge(spider, 'home', 'publications'));
    expect(restored.tellingWords(5)).toEqual(spider.tellingWords(5));
    expect(badRefusals(saved, (snapshot) => Spider.restore(snapshot))).toEqual([]);
  });

  it('keeps its judgement without its rare words', () => {
    const spider = trained();
    const smaller = withoutRareWords(spider);
    // The numbers in the URLs occur once each.
    expect(smaller.lexicons[2].size).toBeLessThanOrEqual(spider.lexicons[2].size);
    expect(judge(smaller, 'publications', 'abstract')).toMatchObject({ bin: 0 });
    expect(Spider.restore(smaller.save()).links).toBe(40);
  });
});
