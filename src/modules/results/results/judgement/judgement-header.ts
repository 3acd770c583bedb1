import type { JudgementDto } from '../dto/judgement.dto.js';

/** A dictionary according to RFC 9651. */
export function judgementHeader({ reported, precision, recall, labels }: JudgementDto): string {
  const share = (name: string, value: JudgementDto['precision']): string[] =>
    value === null
      ? []
      : [
          `${name}=${value.estimate.toFixed(3)}`,
          `${name}-from=${value.from.toFixed(3)}`,
          `${name}-to=${value.to.toFixed(3)}`,
        ];
  return [
    `reported=${reported}`,
    ...share('precision', precision),
    ...share('recall', recall),
    `labels=${labels}`,
  ].join(', ');
}
