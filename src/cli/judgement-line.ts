import type { Schemas } from '#client';
import { percent } from './screen.js';

/** How good the judgements of a session are, for a line beside its counts. */
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
      ? `by ${labels} labels on pages drawn at random`
      : precisionBasis === 'labels'
        ? `precision by ${labels} labels, recall as of other models`
        : 'as of other models; labels that the label queue asks for with strategy=audit tell more';
  return `Judged relevant: ${reported} different pages; ${share('precision', precision)}, ${share('recall', recall)}: ${basis}`;
}
