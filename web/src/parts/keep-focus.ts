/** The control that had the focus last, and what is around it, from the inside out. */
let last: readonly HTMLElement[] = [];

function around(control: HTMLElement): HTMLElement[] {
  const elements: HTMLElement[] = [];
  for (let at: HTMLElement | null = control; at; at = at.parentElement) elements.push(at);
  return elements;
}

const isShown = (element: HTMLElement): boolean => element.getClientRects().length > 0;

/** The element that gets the focus for a part of a screen: a table that scrolls, or the first heading. */
function placeIn(part: HTMLElement): HTMLElement | undefined {
  if (part.tabIndex === 0) return part;
  const heading = [...part.querySelectorAll<HTMLElement>('h1, h2, h3, legend')].find(isShown);
  heading?.setAttribute('tabindex', '-1');
  return heading;
}

/** Moves a focus that fell to the body: back to its control, once that can be used, or else to the part that had it. */
function restore(): void {
  if (document.activeElement !== document.body) return;
  const [control, ...parts] = last;
  if (!control) return;
  const place = control.isConnected
    ? control
    : parts
        .filter((part) => part.isConnected)
        .map(placeIn)
        .find((found) => found !== undefined);
  place?.focus({ preventScroll: true });
}

/**
 * Keeps the place of those who work by keyboard. The browser gives the focus to the whole page when its control goes
 * away, such as the button of a deleted row, and while its control is disabled.
 */
export function keepFocus(root: Element): void {
  root.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) last = around(target);
  });
  // A press elsewhere takes the focus away on purpose.
  root.addEventListener('pointerdown', () => (last = []));
  new MutationObserver(restore).observe(root, { childList: true, subtree: true, attributeFilter: ['disabled'] });
}
