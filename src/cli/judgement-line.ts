import type { Schemas } from '#client';
import { percent } from './screen.js';

/** A line about the quality of a session's judgements. */
export function judgementLine({
  reported,
  precision,
  precisionBasis,
  recall,
  recallBasis,
  labels,
}: Schemas['JudgementDto']): string {
  const share = (what: string, value: Schemas['JudgementDto']['precision']): string =>
    value === null
      ? `${what} unknown`
      : `${what} ${percent(value.estimate)} (${percent(value.from)} to ${percent(value.to)})`;
  const basis =
    precisionBasis === 'labels' && recallBasis === 'labels'
      ? `from ${labels} labels on pages drawn at random`
      : precisionBasis === 'labels'
        ? `precision from ${labels} labels, recall as of other models`
        : 'as of other models; labels from the label queue with strategy=audit give a better estimate';
  return `Judged relevant: ${reported} different pages; ${share('precision', precision)}, ${share('recall', recall)}: ${basis}`;
}
