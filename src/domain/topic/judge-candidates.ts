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

/** Documents of each class for judging candidates, evenly spaced. */
const MAX_JUDGED = 1_000;
/** Most rounds of dropping harmful candidates. Each drops at least one; two or three are usual. */
const MAX_ROUNDS = 20;

/**
 * Judges candidates together with the keywords, and drops harmful ones until there are none. Compares with irrelevant
 * examples, or with general text if they are few.
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
    // Without convergence no candidate is taken.
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

/** At most `limit` evenly spaced items. */
function evenly<T>(items: readonly T[], limit: number): readonly T[] {
  return items.length <= limit
    ? items
    : Array.from({ length: limit }, (_, i) => items[Math.floor((i * items.length) / limit)]);
}
