import { createRng, type Rng } from '../base/rng.js';
import { AUDIT_PARTS, auditShares, judgementOf, type AuditedCrawl, type AuditPart } from './judgement.js';

const NOTHING_KNOWN = { reported: 0, reportedRelevant: 0, others: 0, othersRelevant: 0 };
const part = (pages: number, sampled = 0, relevant = 0) => ({ pages, sampled, relevant });
const crawl = (reported: number[], near: number[], far: number[], known = NOTHING_KNOWN): AuditedCrawl => ({
  parts: {
    reported: part(...(reported as [number])),
    near: part(...(near as [number])),
    far: part(...(far as [number])),
  },
  known,
});

/** Pages of each part and number of relevant ones: a crawl with a known truth. */
type Truth = Readonly<Record<AuditPart, readonly [pages: number, relevant: number]>>;

/** A sample without replacement of each part. */
function audited(truth: Truth, labels: number, rng: Rng): AuditedCrawl {
  const wanted = auditShares(labels);
  const parts = Object.fromEntries(
    AUDIT_PARTS.map((name) => {
      const [pages, all] = truth[name];
      const sampled = Math.min(pages, wanted[name]);
      let relevant = 0;
      for (let i = 0; i < sampled; i++) if (rng.below(pages - i) < all - relevant) relevant++;
      return [name, { pages, sampled, relevant }];
    }),
  );
  return { parts: parts as AuditedCrawl['parts'], known: NOTHING_KNOWN };
}

const TRUTHS: [string, Truth][] = [
  ['a good judge', { reported: [180, 150], near: [180, 20], far: [600, 2] }],
  ['a middling judge', { reported: [300, 150], near: [300, 25], far: [350, 4] }],
  ['a bad judge', { reported: [250, 50], near: [250, 20], far: [450, 10] }],
  ['a judge of a small crawl', { reported: [20, 14], near: [20, 3], far: [40, 1] }],
];

describe('the statement of how a crawl was judged', () => {
  describe.each(TRUTHS)('of %s', (_, truth) => {
    it.each([10, 20])('covers the truth with %i labels', (labels) => {
      const rng = createRng(labels);
      const found = truth.reported[1];
      const precision = found / truth.reported[0];
      const recall = found / (found + truth.near[1] + truth.far[1]);
      const runs = 40;
      let [precise, complete, width] = [0, 0, 0];
      for (let run = 0; run < runs; run++) {
        const stated = judgementOf(audited(truth, labels, rng));
        const covers = (share: typeof stated.precision, value: number): number =>
          share !== null && share.from <= value && value <= share.to ? 1 : 0;
        precise += covers(stated.precision, precision);
        complete += covers(stated.recall, recall);
        width += (stated.precision?.to ?? 0) - (stated.precision?.from ?? 0);
      }
      expect(precise / runs).toBeGreaterThan(0.8);
      expect(complete / runs).toBeGreaterThan(0.8);
      expect(width / runs).toBeLessThan(labels === 10 ? 0.66 : 0.5);
    });

    it('covers it without labels, and says that it knows only other judges', () => {
      const stated = judgementOf(audited(truth, 0, createRng(1)));
      expect(stated).toMatchObject({ labels: 0, precisionBasis: 'judges', recallBasis: 'judges' });
      const found = truth.reported[1];
      expect(stated.precision?.from).toBeLessThan(found / truth.reported[0]);
      expect(stated.precision?.to).toBeGreaterThan(found / truth.reported[0]);
      const recall = found / (found + truth.near[1] + truth.far[1]);
      expect(stated.recall?.from).toBeLessThan(recall);
      expect(stated.recall?.to).toBeGreaterThan(recall);
      expect((stated.precision?.to ?? 0) - (stated.precision?.from ?? 0)).toBeGreaterThan(0.6);
    });
  });

  it('is exact where every page has a label', () => {
    const stated = judgementOf(crawl([10, 10, 7], [10, 10, 1], [20, 20, 0]));
    expect(stated.precision).toEqual({ estimate: 0.7, from: 0.7, to: 0.7 });
    expect(stated.recall).toEqual({ estimate: 0.875, from: 0.875, to: 0.875 });
    expect(stated).toMatchObject({ reported: 10, labels: 40, precisionBasis: 'labels', recallBasis: 'labels' });
  });

  it('counts pages whose label was known before as they are', () => {
    const known = { reported: 90, reportedRelevant: 90, others: 10, othersRelevant: 0 };
    const stated = judgementOf(crawl([10, 5, 0], [0], [0], known));
    expect(stated.reported).toBe(100);
    expect(stated.precision?.from).toBeGreaterThanOrEqual(0.9);
    expect(stated.precision?.to).toBeLessThan(0.95);
  });

  it('rests on other judges while a part has no label', () => {
    expect(judgementOf(crawl([100, 10, 5], [100], [100]))).toMatchObject({
      precisionBasis: 'labels',
      recallBasis: 'judges',
      labels: 10,
    });
  });

  it('says nothing of nothing', () => {
    expect(judgementOf(crawl([0], [0], [0]))).toMatchObject({ reported: 0, precision: null, recall: null });
    expect(judgementOf(crawl([0], [5], [5]))).toMatchObject({ precision: null, recall: { to: 0 } });
  });

  it('is the same for the same numbers', () => {
    const one = crawl([100, 10, 5], [100, 5, 1], [500, 5, 0]);
    expect(judgementOf(one)).toEqual(judgementOf(one));
  });

  it('asks half of the labels of what is called relevant', () => {
    expect(auditShares(20)).toEqual({ reported: 10, near: 5, far: 5 });
    expect(auditShares(1)).toEqual({ reported: 1, near: 0, far: 0 });
    expect(auditShares(0)).toEqual({ reported: 0, near: 0, far: 0 });
  });
});
