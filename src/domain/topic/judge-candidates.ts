import { readingOf } from '../text/index.js';
import {
  type AcceptanceRule,
  asKeyword,
  type CandidateInput,
  type KeywordCandidate,
  type MeasuredCandidate,
} from './keyword-candidate.js';
import { judgeKeywords, type KeywordJudgement, LEAST_OTHERS } from './keyword-judgement.js';
import { KeywordOccurrences } from './keyword-occurrences.js';

/** Documents of each class by which candidates are judged, evenly taken. */
const MAX_JUDGED = 1_000;
/** Rounds of dropping harmful candidates. Each drops one at least; two or three are usual. */
const MAX_ROUNDS = 20;

/**
 * Judges candidates within the set they would make, and drops the harmful ones from it until there are none. Judged by irrelevant examples, or by
 * general text where they are few.
 */
export function judgeCandidates(
  candidates: readonly MeasuredCandidate[],
  input: Pick<CandidateInput, 'current' | 'relevant' | 'others' | 'background' | 'language'>,
  rule: AcceptanceRule,
): KeywordCandidate[] {
  const { current } = input;
  const contrast = input.others.length >= LEAST_OTHERS ? input.others : input.background;
  const relevant = evenly(input.relevant, MAX_JUDGED);
  const others = evenly(contrast, MAX_JUDGED);
  const texts = [...current, ...candidates].map(({ text }) => text);
  const reading = readingOf(input.language);
  const counted = {
    relevant: KeywordOccurrences.count(texts, relevant, reading),
    others: KeywordOccurrences.count(texts, others, reading),
  };
  const placeOf = new Map(texts.map((text, term) => [text, term]));
  const judgements = (chosen: readonly MeasuredCandidate[]): readonly KeywordJudgement[] => {
    const terms = [...current, ...chosen].map(({ text }) => placeOf.get(text) ?? 0);
    const set = [...current, ...chosen.map(asKeyword)];
    return judgeKeywords(set, counted.relevant.select(terms), counted.others.select(terms)).keywords.slice(
      current.length,
    );
  };
  const verdicts = new Map<string, KeywordJudgement>();
  let standing = candidates.filter((candidate) => meets(candidate, rule));
  for (let round = 0; ; round++) {
    const judged = judgements(standing);
    for (const judgement of judged) verdicts.set(judgement.text, judgement);
    const kept = standing.filter((_, i) => judged[i].verdict !== 'hurts');
    if (kept.length === standing.length) break;
    // A set that does not settle takes nothing.
    standing = round < MAX_ROUNDS ? kept : [];
  }
  const rest = candidates.filter(({ text }) => !verdicts.has(text));
  for (const judgement of rest.length > 0 ? judgements([...standing, ...rest]).slice(standing.length) : [])
    verdicts.set(judgement.text, judgement);
  const accepted = new Set(standing.map(({ text }) => text));
  return candidates.map((candidate) => {
    const { verdict, reason } = verdicts.get(candidate.text) ?? { verdict: 'neutral' as const, reason: '' };
    return { ...candidate, verdict, reason, acceptable: accepted.has(candidate.text) };
  });
}

function meets(
  { similarity, lift, method }: MeasuredCandidate,
  { minSimilarity, minLift, methods }: AcceptanceRule,
): boolean {
  return (
    (similarity ?? 0) >= (minSimilarity ?? -Infinity) &&
    lift >= (minLift ?? -Infinity) &&
    (methods === undefined || methods.includes(method))
  );
}

/** At most `limit` items at even distances. */
export function evenly<T>(items: readonly T[], limit: number): readonly T[] {
  return items.length <= limit
    ? items
    : Array.from({ length: limit }, (_, i) => items[Math.floor((i * items.length) / limit)]);
}
