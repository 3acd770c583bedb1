import type { StepOutcome } from '../../../../domain/fetching/index.js';
import type { PageChange } from '../../../../domain/session/index.js';
import type { FetchReportDto } from '../dto/report.dto.js';
import { lacksRendering, type RenderReason } from '../../../../domain/page/index.js';

/** Limit for lists of a report; rarer values are not informative. */
const MOST_FREQUENT = 30;

/** Steps that are equal in all counted properties. */
export interface StepCell {
  readonly outcome: string;
  readonly renderReason: string | null;
  readonly language: string | null;
  readonly change: string | null;
  readonly repeated: boolean;
  readonly rendered: boolean;
  readonly duplicate: boolean;
  readonly noindex: boolean;
  readonly truncated: boolean;
  readonly count: number;
  /** The last of these steps in the order of the log. */
  readonly lastSeq: number;
}

/** URLs refused by the same kind of rule, or by none. */
export interface UrlCell {
  readonly name: string | null;
  readonly count: number;
  readonly lastUrlNo: number;
}

/** The counts of a session's report so far. The log never changes, so the next report counts only later steps. */
export class ReportTally {
  private readonly steps = new Map<string, Omit<StepCell, 'lastSeq'>>();
  private readonly leftOut = new Map<string, number>();
  /** The last counted step, in the order of the log; -1 before the first. */
  lastSeq = -1;
  /** The last counted URL; -1 before the first. */
  lastUrlNo = -1;

  add(steps: readonly StepCell[], urls: readonly UrlCell[]): void {
    for (const { count, lastSeq, ...cell } of steps) {
      const key = JSON.stringify(Object.values(cell));
      this.steps.set(key, { ...cell, count: count + (this.steps.get(key)?.count ?? 0) });
      this.lastSeq = Math.max(this.lastSeq, lastSeq);
    }
    for (const { name, count, lastUrlNo } of urls) {
      if (name !== null) this.leftOut.set(name, count + (this.leftOut.get(name) ?? 0));
      this.lastUrlNo = Math.max(this.lastUrlNo, lastUrlNo);
    }
  }

  report(): FetchReportDto {
    return {
      retries: this.countOf(({ repeated }) => repeated),
      recovered: this.countOf(({ repeated, outcome }) => repeated && outcome === 'page'),
      rendered: this.countOf(({ rendered, outcome }) => rendered && outcome === 'page'),
      unrendered: this.countOf(({ renderReason }) => renderReason !== null && lacksRendering(renderReason)),
      duplicates: this.countOf(({ duplicate }) => duplicate),
      noindex: this.countOf(({ noindex }) => noindex),
      truncated: this.countOf(({ truncated, outcome }) => truncated && outcome === 'page'),
      outcomes: this.mostFrequent<StepOutcome>('outcome'),
      renderReasons: this.mostFrequent<RenderReason>('renderReason'),
      languages: this.mostFrequent('language'),
      changes: this.mostFrequent<PageChange>('change'),
      leftOut: ordered(this.leftOut),
    };
  }

  private countOf(isCounted: (cell: Omit<StepCell, 'lastSeq'>) => boolean): number {
    let sum = 0;
    for (const cell of this.steps.values()) if (isCounted(cell)) sum += cell.count;
    return sum;
  }

  /** The most common values of a property, most frequent first. */
  private mostFrequent<Name extends string>(
    property: 'outcome' | 'renderReason' | 'language' | 'change',
  ): { name: Name; count: number }[] {
    const counts = new Map<Name, number>();
    for (const { [property]: name, count } of this.steps.values())
      if (name) counts.set(name as Name, (counts.get(name as Name) ?? 0) + count);
    return ordered(counts);
  }
}

function ordered<Name extends string>(counts: ReadonlyMap<Name, number>): { name: Name; count: number }[] {
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .slice(0, MOST_FREQUENT);
}
