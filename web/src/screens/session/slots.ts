export interface Slots {
  readonly underWay: number;
  readonly frontierSize: number;
  readonly fetched: number;
  readonly failed: number;
  readonly config: {
    readonly concurrency: number;
    readonly eagerness: number;
    readonly budget: { readonly fetches: number | null };
  };
}

/** Of how many fetches at the same time so many are under way, and why others are not, as sentences. */
export function slotsInWords({ underWay, frontierSize, fetched, failed, config }: Slots): string {
  const { concurrency, eagerness, budget } = config;
  const words = `${underWay} of ${concurrency} fetches are under way.`;
  const left = (budget.fetches ?? Number.POSITIVE_INFINITY) - fetched - failed;
  const isFull = underWay >= Math.min(concurrency, left);
  if (isFull || frontierSize === 0) return words;
  return `${words} The other slots wait ${eagerness < 1 ? 'for better links or ' : ''}for hosts that are busy.`;
}
