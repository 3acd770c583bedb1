/** Settings for the times of looks. */
export interface LookSettings {
  /** `poisson`: by each page's rate of change; `fixed`: all after `minHours`. */
  readonly policy: 'poisson' | 'fixed';
  /** Minimum hours between two looks at a page. */
  readonly minHours: number;
  /** Maximum hours between two looks, if there are enough fetches. */
  readonly maxHours: number;
  /** `poisson`: a page is due when it has changed with this probability. */
  readonly changeProbability: number;
}

/** The facts about a page that determine its next look. */
export interface KnownPage {
  /** Changes per hour. */
  readonly rate: number;
  /** Hours since the last look. */
  readonly hours: number;
  /** Hours since the last attempt, successful or not. */
  readonly triedHours: number;
  /** Consecutive failed attempts since the last look. */
  readonly failures: number;
  /** Longest useful time until the next look, hours, by the function `probeHours`; 0 for no such bound. */
  readonly probeHours: number;
  /** Whether the page was gone at the last look. */
  readonly gone: boolean;
}

/** Hours from a look to the next one. A page that is gone is due after `maxHours`, because it may return. */
export function hoursUntilLook({ rate, gone }: Pick<KnownPage, 'rate' | 'gone'>, settings: LookSettings): number {
  const { policy, minHours, maxHours, changeProbability } = settings;
  if (gone) return maxHours;
  if (policy === 'fixed') return minHours;
  return Math.min(Math.max(-Math.log1p(-changeProbability) / rate, minHours), maxHours);
}

/**
 * The value of a look at a page now: the hours by which it extends the time for which the copy is fresh.
 *
 * A page of rate λ with looks every τ hours is fresh for the share (1 − e^−λτ)/λτ of the time. The derivative of this
 * by the frequency of looks, 1/τ, is (1 − (1 + λτ)e^−λτ)/λ. In an optimal distribution of looks it is equal for all
 * pages (Cho and Garcia-Molina, "Effective page refresh policies for Web crawlers", ACM TODS 28(4), 2003, section 4).
 * So the next look goes to the page with the largest value. It never exceeds 1/λ: pages that change all the time get
 * few looks, because their copies do not stay fresh.
 */
export function worthOfLook({ rate, hours }: Pick<KnownPage, 'rate' | 'hours'>): number {
  const x = rate * hours;
  return (-Math.expm1(-x) - x * Math.exp(-x)) / rate;
}

/**
 * The pages to look at now, by index, most urgent first: pages beyond the maximum interval, then pages whose rate is to
 * be probed, then by the value of a look. Pages that are gone come last.
 *
 * @param most maximum number
 * @param all whether to include pages that are not due
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
  // Repeatedly failing pages are tried ever more seldom, so that they take no looks from others.
  const restHours = Math.min(minHours * 2 ** page.failures, maxHours);
  if (!all && page.triedHours < restHours) return { group: Group.NotDue, worth: 0 };
  if (!gone && hours >= maxHours) return { group: Group.Overdue, worth: hours };
  if (!gone && policy === 'poisson' && hours <= page.probeHours) return { group: Group.Probe, worth: hours };
  if (!all && hours < hoursUntilLook(page, settings)) return { group: Group.NotDue, worth: 0 };
  if (gone) return { group: Group.Gone, worth: hours };
  return { group: Group.Due, worth: policy === 'fixed' ? hours : worthOfLook(page) };
}
