/** When pages are looked at again. */
export interface LookSettings {
  /** `poisson`: each page by its own rate of change; `fixed`: all after `minHours`. */
  readonly policy: 'poisson' | 'fixed';
  /** No page is looked at sooner than so many hours after the look before. */
  readonly minHours: number;
  /** None is left alone for longer, as far as there are fetches. */
  readonly maxHours: number;
  /** `poisson`: a page is looked at again when it has changed with this probability. */
  readonly changeProbability: number;
}

/** A page as far as it matters for when it is looked at. */
export interface KnownPage {
  /** Changes an hour. */
  readonly rate: number;
  /** Hours since the last look. */
  readonly hours: number;
  /** Hours since it was last tried, with success or without. */
  readonly triedHours: number;
  /** Tries in a row since then that brought nothing. */
  readonly failures: number;
  /** As of `probeHours`. */
  readonly probeHours: number;
  /** Whether the last look found that it is gone. */
  readonly gone: boolean;
}

/** Hours after a look until the next one is due. A page that is gone is looked at after `maxHours`, as it may come back. */
export function hoursUntilLook({ rate, gone }: Pick<KnownPage, 'rate' | 'gone'>, settings: LookSettings): number {
  const { policy, minHours, maxHours, changeProbability } = settings;
  if (gone) return maxHours;
  if (policy === 'fixed') return minHours;
  return Math.min(Math.max(-Math.log1p(-changeProbability) / rate, minHours), maxHours);
}

/**
 * What one more look at a page is worth now: by how much it raises the time that the copy of the page is fresh, in hours.
 *
 * A page of rate λ that is looked at every τ hours is fresh for the share (1 − e^−λτ)/λτ of the time. The derivative of this by the frequency of looks, 1/τ,
 * is (1 − (1 + λτ)e^−λτ)/λ. Where a number of looks is spread so that pages are fresh for as long as possible, it is the same for all pages (Cho and
 * Garcia-Molina, "Effective page refresh policies for Web crawlers", ACM TODS 28(4), 2003, section 4). So the next look goes to the page for which it is largest.
 * It never exceeds 1/λ: pages that change all the time get few looks, since no copy of them stays fresh.
 */
export function worthOfLook({ rate, hours }: Pick<KnownPage, 'rate' | 'hours'>): number {
  const x = rate * hours;
  return (-Math.expm1(-x) - x * Math.exp(-x)) / rate;
}

/**
 * The pages to look at now, by their places in the list, the most urgent first: those left alone for the longest time that is allowed, then those of which it is
 * to be found out how fast they change, then by what a look is worth. Pages that are gone come last.
 *
 * @param most how many
 * @param all those that are not due as well
 */
export function pagesToLookAt(
  pages: readonly KnownPage[],
  settings: LookSettings,
  most: number,
  all: boolean = false,
): number[] {
  return pages
    .map((page, place) => ({ place, ...urgency(page, settings, all) }))
    .filter(({ group }) => group !== Group.NotDue)
    .sort((a, b) => a.group - b.group || b.worth - a.worth || a.place - b.place)
    .slice(0, most)
    .map(({ place }) => place);
}

enum Group {
  Overdue,
  Probe,
  Due,
  Gone,
  NotDue,
}

function urgency(page: KnownPage, settings: LookSettings, all: boolean): { group: Group; worth: number } {
  const { policy, minHours, maxHours } = settings;
  const { hours, gone } = page;
  // What fails again and again is tried more and more seldom, so that it takes no looks from others.
  const restHours = Math.min(minHours * 2 ** page.failures, maxHours);
  if (!all && page.triedHours < restHours) return { group: Group.NotDue, worth: 0 };
  if (!gone && hours >= maxHours) return { group: Group.Overdue, worth: hours };
  if (!gone && policy === 'poisson' && hours <= page.probeHours) return { group: Group.Probe, worth: hours };
  if (!all && hours < hoursUntilLook(page, settings)) return { group: Group.NotDue, worth: 0 };
  if (gone) return { group: Group.Gone, worth: hours };
  return { group: Group.Due, worth: policy === 'fixed' ? hours : worthOfLook(page) };
}
