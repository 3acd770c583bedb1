import { aucDifferenceZ, type Ranking, rankingOf } from './auc-difference.js';
import type { KeywordOccurrences } from './keyword-occurrences.js';
import type { Keyword } from './keyword-set.js';
import { normalQuantile, shareDifference } from './proportions.js';

export type KeywordVerdict = 'helps' | 'neutral' | 'hurts' | 'unseen';

/** The effect of a keyword on distinguishing relevant documents by the keywords in them. */
export interface KeywordJudgement {
  readonly text: string;
  /** Number of relevant documents with it. */
  readonly relevantDocuments: number;
  readonly otherDocuments: number;
  /** Average precision with it minus that without it: above 0 it helps. */
  readonly effect: number;
  readonly verdict: KeywordVerdict;
  readonly reason: string;
}

interface JudgedKeywords {
  /** Of ranking the documents by all keywords; 0 if one class is empty. */
  readonly averagePrecision: number;
  readonly keywords: readonly KeywordJudgement[];
}

/** Minimum documents of a class for a judgement. */
const LEAST_RELEVANT = 10;
export const LEAST_OTHERS = 20;
/** Minimum documents with a keyword for a judgement of it. */
const LEAST_SEEN = 5;
/** Probability of calling any harmless keyword of the set harmful, divided among the judged keywords (Bonferroni). */
const HARM_LEVEL = 0.05;
/** Standard errors for a helpful keyword: keeping an unhelpful one costs nothing. */
const HELP_Z = 1.96;
/** Minimum loss of average precision of a keyword that is called harmful by its effect on the ranking. */
const LEAST_HARM = 0.002;
/** Saturation of a keyword's hits, as in the keyword-vectors model. */
const HIT_SATURATION = 2;

/**
 * Judges keywords by documents of both classes.
 *
 * A document's value is the sum of 1 − e^(−n/2) over the keywords, with n as each one's count in it, weighted by the
 * keyword's similarity. A keyword hurts if it is more frequent in other documents than in relevant ones (Newcombe's
 * interval of the difference of the shares), or if documents are ranked better without it (DeLong's test of the AUC):
 * both at a level at which a whole set of harmless keywords would contain a false positive once in twenty times.
 */
export function judgeKeywords(
  set: readonly Keyword[],
  relevant: KeywordOccurrences,
  others: KeywordOccurrences,
): JudgedKeywords {
  const scene = new Scene(set, relevant, others);
  const all = scene.rankingWithout(null);
  const seen = set.map((_, term) => relevant.documentsOf(term) + others.documentsOf(term));
  const judged = seen.filter((documents) => documents >= LEAST_SEEN).length;
  const harmZ = normalQuantile(HARM_LEVEL / Math.max(1, 2 * judged));
  const keywords = set.map(({ text }, term) => {
    const counts = { text, relevantDocuments: relevant.documentsOf(term), otherDocuments: others.documentsOf(term) };
    const without = seen[term] > 0 ? scene.rankingWithout(term) : all;
    const effect = all.averagePrecision - without.averagePrecision;
    const hindranceZ = aucDifferenceZ(without, all, scene.labels);
    return {
      ...counts,
      effect,
      ...verdictOf({ ...counts, effect, hindranceZ, of: [relevant.size, others.size], harmZ, all, without }),
    };
  });
  return { averagePrecision: all.averagePrecision, keywords };
}

interface Evidence {
  readonly relevantDocuments: number;
  readonly otherDocuments: number;
  /** Numbers of documents of each class. */
  readonly of: readonly [relevant: number, others: number];
  readonly effect: number;
  /** Standard errors by which the ranking is better without the keyword. */
  readonly hindranceZ: number;
  readonly harmZ: number;
  readonly all: Ranking;
  readonly without: Ranking;
}

function verdictOf({ relevantDocuments, otherDocuments, of, effect, hindranceZ, harmZ, all, without }: Evidence): {
  verdict: KeywordVerdict;
  reason: string;
} {
  const seen = relevantDocuments + otherDocuments;
  if (seen === 0) return { verdict: 'unseen', reason: `in none of ${of[0] + of[1]} documents` };
  if (of[0] < LEAST_RELEVANT) return { verdict: 'neutral', reason: `${of[0]} relevant documents are too few to tell` };
  if (of[1] < LEAST_OTHERS) return { verdict: 'neutral', reason: `${of[1]} other documents are too few to tell` };
  if (seen < LEAST_SEEN) return { verdict: 'neutral', reason: `in ${seen} documents only` };
  const shares = `in ${percent(relevantDocuments, of[0])} of relevant and ${percent(otherDocuments, of[1])} of other documents`;
  const difference = (z: number) => shareDifference([relevantDocuments, of[0]], [otherDocuments, of[1]], z);
  if (difference(harmZ).high < 0 && effect <= 0) return { verdict: 'hurts', reason: shares };
  if (hindranceZ >= harmZ && effect <= -LEAST_HARM) {
    const precisions = `average precision ${all.averagePrecision.toFixed(3)} with it, ${without.averagePrecision.toFixed(3)} without`;
    return { verdict: 'hurts', reason: `${precisions}; ${shares}` };
  }
  return { verdict: difference(HELP_Z).low > 0 && effect > -LEAST_HARM ? 'helps' : 'neutral', reason: shares };
}

const percent = (found: number, of: number): string => `${((100 * found) / of).toFixed(1)}%`;

/** Both classes together, valued by their keywords. */
class Scene {
  readonly labels: Uint8Array;
  private readonly values: Float64Array;

  constructor(
    private readonly set: readonly Keyword[],
    private readonly relevant: KeywordOccurrences,
    private readonly others: KeywordOccurrences,
  ) {
    this.labels = new Uint8Array(relevant.size + others.size).fill(1, 0, relevant.size);
    this.values = new Float64Array(this.labels.length);
    set.forEach((_, term) => this.addTo(this.values, term, 1));
  }

  /** @param term the omitted keyword; null for none */
  rankingWithout(term: number | null): Ranking {
    const values = Float64Array.from(this.values);
    if (term !== null) this.addTo(values, term, -1);
    // Sums of the same terms in different order must tie.
    for (let i = 0; i < values.length; i++) values[i] = Math.round(values[i] * 1e9);
    return rankingOf(values, this.labels);
  }

  private addTo(values: Float64Array, term: number, sign: number): void {
    const weight = sign * Math.min(1, Math.max(0, this.set[term].similarity));
    const add = (counted: KeywordOccurrences, offset: number): void => {
      const { documents, counts } = counted.of(term);
      documents.forEach(
        (document, i) => (values[offset + document] += weight * (1 - Math.exp(-counts[i] / HIT_SATURATION))),
      );
    };
    add(this.relevant, 0);
    add(this.others, this.relevant.size);
  }
}
