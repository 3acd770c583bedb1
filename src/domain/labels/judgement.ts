import { createRng, type Rng } from '../base/rng.js';

/** Strata of a crawl that are sampled separately: pages judged relevant, nearly relevant ones, and all others. */
export const AUDIT_PARTS = ['reported', 'near', 'far'] as const;
export type AuditPart = (typeof AUDIT_PARTS)[number];

/** The pages of one stratum without labels known to the judge, and the labels of a random sample of them. */
interface AuditedPart {
  readonly pages: number;
  /** Number of these pages labelled at random. */
  readonly sampled: number;
  /** Number of relevant ones in the sample. */
  readonly relevant: number;
}

/** Facts about the judgements of a crawl. */
export interface AuditedCrawl {
  readonly parts: Readonly<Record<AuditPart, AuditedPart>>;
  /**
   * Pages labelled before the model was made, from which it may have learned: their number, judged relevant or not, and
   * the relevant ones among them.
   */
  readonly known: {
    readonly reported: number;
    readonly reportedRelevant: number;
    readonly others: number;
    readonly othersRelevant: number;
  };
}

/** A share with its 90% interval. */
interface EstimatedShare {
  /** The median of the posterior. */
  readonly estimate: number;
  readonly from: number;
  readonly to: number;
}

/** `labels`: from randomly drawn labels; `judges`: from the record of other judges, if there are none. */
export const JUDGEMENT_BASES = ['labels', 'judges'] as const;
export type JudgementBasis = (typeof JUDGEMENT_BASES)[number];

interface JudgementStatement {
  /** Number of pages judged relevant, each counted once, without duplicate and unread ones. */
  readonly reported: number;
  /** Share of the reported pages that are relevant; null if none is reported. */
  readonly precision: EstimatedShare | null;
  readonly precisionBasis: JudgementBasis;
  /** Share of the fetched relevant pages that are reported; null if no page was read. */
  readonly recall: EstimatedShare | null;
  readonly recallBasis: JudgementBasis;
  /** Number of randomly drawn labels used. */
  readonly labels: number;
}

/** Parameters of a Beta distribution. */
interface Beliefs {
  readonly a: number;
  readonly b: number;
}

/**
 * Prior without labels: the share of relevant pages in each stratum over best-first crawls of the tuning topics
 * (bench/quality/judge.mjs), wider than measured.
 */
const OF_JUDGES: Readonly<Record<AuditPart, Beliefs>> = {
  reported: { a: 0.8, b: 0.5 },
  near: { a: 0.7, b: 4 },
  far: { a: 0.4, b: 25 },
};
/**
 * Jeffreys' prior where there are labels. Few pages far from relevant are relevant; without this knowledge, twenty
 * labels would leave any recall possible.
 */
const WITH_LABELS: Readonly<Record<AuditPart, Beliefs>> = {
  reported: { a: 0.5, b: 0.5 },
  near: { a: 0.5, b: 1 },
  far: { a: 0.4, b: 12 },
};
/** Probability on either side of the interval. */
const TAIL = 0.05;
const DRAWS = 2_000;
const SEED = 1;

/**
 * Precision and recall of a crawl's judgements, from labels on pages drawn at random in each stratum. Equal inputs give
 * equal results.
 *
 * The share of each stratum follows a Beta distribution: Jeffreys' interval with a finite population correction;
 * without labels, that of other judges. Recall is a ratio of sums over strata, so it is simulated by draws.
 */
export function judgementOf(crawl: AuditedCrawl): JudgementStatement {
  const { parts, known } = crawl;
  const rng = createRng(SEED);
  const reported = parts.reported.pages + known.reported;
  const read = AUDIT_PARTS.reduce((sum, part) => sum + parts[part].pages, known.reported + known.others);
  const precisions: number[] = [];
  const recalls: number[] = [];
  for (let draw = 0; draw < DRAWS; draw++) {
    const found = known.reportedRelevant + relevantOf('reported', parts.reported, rng);
    const missed = known.othersRelevant + relevantOf('near', parts.near, rng) + relevantOf('far', parts.far, rng);
    precisions.push(reported === 0 ? 0 : found / reported);
    recalls.push(found + missed === 0 ? 0 : found / (found + missed));
  }
  const isAudited = (part: AuditPart): boolean => parts[part].pages === 0 || parts[part].sampled > 0;
  return {
    reported,
    precision: reported === 0 ? null : precisionOf(precisions, crawl, reported),
    precisionBasis: isAudited('reported') ? 'labels' : 'judges',
    recall: read === 0 ? null : recallOf(recalls, crawl),
    recallBasis: AUDIT_PARTS.every(isAudited) ? 'labels' : 'judges',
    labels: AUDIT_PARTS.reduce((sum, part) => sum + parts[part].sampled, 0),
  };
}

function shareOf(draws: number[]): EstimatedShare {
  const sorted = draws.sort((x, y) => x - y);
  const at = (share: number): number => sorted[Math.min(DRAWS - 1, Math.floor(DRAWS * share))];
  return { estimate: at(0.5), from: at(TAIL), to: at(1 - TAIL) };
}

/**
 * If all labels agree, all pages may: then the interval ends there (Brown, Cai and DasGupta 2001, 4.1.1). Without
 * labels every reported page may be relevant, and none missed.
 */
function precisionOf(draws: number[], { parts, known }: AuditedCrawl, reported: number): EstimatedShare {
  const { pages, sampled, relevant } = parts.reported;
  const { estimate, from, to } = shareOf(draws);
  return {
    estimate,
    from: sampled > 0 && relevant === 0 ? known.reportedRelevant / reported : from,
    to: relevant === sampled ? (known.reportedRelevant + pages) / reported : to,
  };
}

function recallOf(draws: number[], { parts, known }: AuditedCrawl): EstimatedShare {
  const { estimate, from, to } = shareOf(draws);
  const missedNone = known.othersRelevant + parts.near.relevant + parts.far.relevant === 0;
  const foundNone = known.reportedRelevant + parts.reported.relevant === 0;
  const mayBeAny = known.reportedRelevant + parts.reported.pages > 0;
  return {
    estimate,
    from: foundNone && parts.reported.sampled > 0 ? 0 : from,
    to: missedNone && mayBeAny ? 1 : to,
  };
}

/** One draw of the number of relevant pages in a stratum. */
function relevantOf(part: AuditPart, { pages, sampled, relevant }: AuditedPart, rng: Rng): number {
  if (sampled >= pages) return relevant;
  const { a, b } = (sampled === 0 ? OF_JUDGES : WITH_LABELS)[part];
  // Finite population correction: labels of a large share of the pages leave less uncertainty.
  const correction = (pages - 1) / (pages - sampled);
  const share = drawBeta(a + correction * relevant, b + correction * (sampled - relevant), rng);
  const most = pages - (sampled - relevant);
  return Math.min(most, Math.max(relevant, share * pages));
}

function drawBeta(a: number, b: number, rng: Rng): number {
  const [x, y] = [drawGamma(a, rng), drawGamma(b, rng)];
  return x + y === 0 ? 0 : x / (x + y);
}

/**
 * Marsaglia and Tsang, "A simple method for generating gamma variables", 2000; shapes below 1 by the power of a uniform
 * number.
 */
function drawGamma(shape: number, rng: Rng): number {
  if (shape < 1) return drawGamma(shape + 1, rng) * rng.next() ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = drawNormal(rng);
    const v = (1 + c * x) ** 3;
    if (v <= 0) continue;
    if (Math.log(1 - rng.next()) < (x * x) / 2 + d * (1 - v + Math.log(v))) return d * v;
  }
}

/** Box and Muller; uses one of the two values. */
const drawNormal = (rng: Rng): number => Math.sqrt(-2 * Math.log(1 - rng.next())) * Math.cos(2 * Math.PI * rng.next());

/** Distribution of labels over the strata: half for pages judged relevant, the rest half each for the others. */
export function auditShares(labels: number): Readonly<Record<AuditPart, number>> {
  const reported = Math.ceil(labels / 2);
  const near = Math.ceil((labels - reported) / 2);
  return { reported, near, far: labels - reported - near };
}
