/** The place that somebody has scrolled to, kept by the entries of the browser's history. */

/** Scroll offsets in px. */
interface Place {
  readonly page: number;
  /** Of the long list of the screen, which scrolls within it; 0 if it has none. */
  readonly list: number;
}

/** Parts that come later move those below them: the place is held for so long. */
const HELD_MS = 500;
/** Longest wait for the answers that make a screen as long as it was. */
const MOST_WAIT_MS = 10_000;
/** Events of somebody who no longer waits for the earlier place. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

const longList = (): Element | null => document.querySelector('main :is(.scroll.rows, .scroll.tall)');
const stateNow = (): { readonly place?: Place } => (history.state ?? {}) as { readonly place?: Place };

let isLeadingBack = false;
const stop = (): void => void (isLeadingBack = false);

/** Notes the place in the present entry of the history. */
export function keepPlace(): void {
  if (isLeadingBack) return;
  const place: Place = { page: scrollY, list: longList()?.scrollTop ?? 0 };
  history.replaceState({ ...stateNow(), place }, '');
}

/** Goes to the place of the present entry, as soon as the screen is long enough for it. */
function leadBack(): void {
  const { place } = stateNow();
  if (!place) return;
  const end = performance.now() + MOST_WAIT_MS;
  let since = Infinity;
  isLeadingBack = true;
  const look = (): void => {
    if (!isLeadingBack) return;
    const list = longList();
    scrollTo(0, place.page);
    if (list) list.scrollTop = place.list;
    const isThere = Math.abs(scrollY - place.page) <= 1 && Math.abs((list?.scrollTop ?? 0) - place.list) <= 1;
    const now = performance.now();
    since = isThere ? Math.min(since, now) : Infinity;
    if (now - since > HELD_MS || now > end) return stop();
    requestAnimationFrame(look);
  };
  // The screen of the entry before is still shown in this frame.
  requestAnimationFrame(() => requestAnimationFrame(look));
}

/** Keeps places from now on. Browsers look for them before the answers of the service have come. */
export function keepPlaces(): void {
  history.scrollRestoration = 'manual';
  for (const move of MOVES) addEventListener(move, stop, { capture: true, passive: true });
  // Lists do not pass it on.
  addEventListener('scrollend', keepPlace, { capture: true });
  addEventListener('popstate', leadBack);
  leadBack();
}
