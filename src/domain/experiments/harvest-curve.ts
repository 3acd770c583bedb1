/**
 * The results of one run: relevant pages and relevant domains after each fetch of its budget, failed fetches included.
 */
export interface HarvestCurve {
  readonly relevant: Uint32Array;
  readonly domains: Uint32Array;
}

export interface RunScore {
  /** Fetches, including failed ones. */
  readonly fetched: number;
  readonly relevant: number;
  readonly domains: number;
  /** Relevant pages divided by the budget: a crawl that ends early has not harvested the rest. */
  readonly harvestRate: number;
  /**
   * Mean of the cumulative harvest rate over the steps of the budget, in [0, 1]: early finds count more than late ones.
   */
  readonly area: number;
}

/** Counts a sequence of fetches. */
export class CurveRecorder {
  private readonly relevant: number[] = [];
  private readonly domains: number[] = [];
  private readonly seen = new Set<string>();

  /** @param domain of the page; ignored unless the page is relevant */
  add(isRelevant: boolean, domain: string): void {
    if (isRelevant) this.seen.add(domain);
    this.relevant.push((this.relevant.at(-1) ?? 0) + (isRelevant ? 1 : 0));
    this.domains.push(this.seen.size);
  }

  curve(): HarvestCurve {
    return { relevant: Uint32Array.from(this.relevant), domains: Uint32Array.from(this.domains) };
  }
}

/** The beginning of a curve, as of a run that ended there. */
export const upTo = ({ relevant, domains }: HarvestCurve, steps: number): HarvestCurve => ({
  relevant: relevant.subarray(0, steps),
  domains: domains.subarray(0, steps),
});

/** The step at which a curve reaches this many relevant pages, counted from 1; null if it never does. */
export function stepsTo({ relevant }: HarvestCurve, wanted: number): number | null {
  const at = relevant.findIndex((found) => found >= wanted);
  return at < 0 ? null : at + 1;
}

/** @param budget number of fetches the crawl could have made; a shorter curve is extended by its last value */
export function scoreCurve(curve: HarvestCurve, budget: number): RunScore {
  const fetched = curve.relevant.length;
  const relevant = curve.relevant.at(-1) ?? 0;
  let sum = 0;
  for (let step = 0; step < budget; step++) sum += (step < fetched ? curve.relevant[step] : relevant) / (step + 1);
  return { fetched, relevant, domains: curve.domains.at(-1) ?? 0, harvestRate: relevant / budget, area: sum / budget };
}

/** At most `points` values of a curve, evenly spaced, the last one included. */
export function thinned(values: Uint32Array, points: number): { step: number; value: number }[] {
  const every = Math.max(1, Math.ceil(values.length / points));
  const kept: { step: number; value: number }[] = [];
  for (let step = every - 1; step < values.length; step += every) kept.push({ step: step + 1, value: values[step] });
  if (values.length > 0 && kept.at(-1)?.step !== values.length)
    kept.push({ step: values.length, value: values[values.length - 1] });
  return kept;
}

/** Steps at which curves of a budget are kept: at most `points`, evenly spaced, the last one is the budget. */
export function curveSteps(budget: number, points: number): number[] {
  const kept = Math.min(budget, points);
  return Array.from({ length: kept }, (_, i) => Math.round(((i + 1) * budget) / kept));
}

/** Values of a curve at some steps; after its end, its last value. */
export function valuesAt(values: Uint32Array, steps: readonly number[]): number[] {
  return steps.map((step) => (values.length === 0 ? 0 : values[Math.min(step, values.length) - 1]));
}
