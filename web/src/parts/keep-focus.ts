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

/** A control that is disabled for longer is not busy: it has nothing more to do. */
const BUSY_MS = 600;
const USABLE = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled';
let waiting: ReturnType<typeof setTimeout> | null = null;
/** A control whose neighbour has the focus for it: it gets the focus back if it is usable before a key is pressed. */
let moved: { readonly from: HTMLElement; readonly to: HTMLElement } | null = null;

/** Browsers move the focus of a control that is disabled to the body, some only when they draw. */
const isLost = (): boolean =>
  document.activeElement === document.body || document.activeElement?.matches(':disabled') === true;

/** The usable control that stands closest before a disabled one, else behind it, within the same part. */
function neighbourOf(control: HTMLElement, parts: readonly HTMLElement[]): HTMLElement | undefined {
  for (const part of parts) {
    const usable = [...part.querySelectorAll<HTMLElement>(USABLE)].filter(isShown);
    const isBefore = (one: HTMLElement): boolean =>
      (control.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
    const found = usable.findLast(isBefore) ?? usable[0];
    if (found) return found;
  }
  return undefined;
}

/** Waits whether a disabled control that had the focus is usable again soon; otherwise its neighbour gets the focus. */
function awaitControl(control: HTMLElement, parts: readonly HTMLElement[]): void {
  waiting ??= setTimeout(() => {
    waiting = null;
    if (!isLost() || last[0] !== control || !control.matches(':disabled')) return;
    const to = neighbourOf(control, parts);
    to?.focus({ preventScroll: true });
    moved = to === undefined ? null : { from: control, to };
  }, BUSY_MS);
}

/** A button, what was around it, and its text: it may go and come back as another element. */
interface Opener {
  readonly button: HTMLElement;
  readonly parts: readonly HTMLElement[];
  readonly text: string;
}
/** The button outside of forms that was pressed last. */
let pressed: Opener | null = null;
/** For each form, the button that was pressed before the form had the focus: most forms appear in its place. */
const openers = new WeakMap<Element, Opener>();

/** The button that opened a form which has gone, or its like in the same part, or the button of its menu. */
function openerOf(parts: readonly HTMLElement[]): HTMLElement | undefined {
  const form = parts.find((part) => part.matches('form'));
  const opener = form && !form.isConnected ? openers.get(form) : undefined;
  if (opener === undefined) return undefined;
  if (opener.button.isConnected && isShown(opener.button)) return opener.button;
  const part = opener.parts.find((one) => one.isConnected);
  if (part === undefined || part.matches('main, body, html')) return undefined;
  const usable = [...part.querySelectorAll<HTMLElement>(USABLE)].filter(isShown);
  return usable.find(({ textContent }) => textContent === opener.text) ?? usable[0];
}

/** Moves a focus that fell to the body: back to its control, once that can be used, or else to the part that had it. */
function restore(): void {
  if (moved && moved.to === document.activeElement && moved.from.isConnected && !moved.from.matches(':disabled'))
    return moved.from.focus({ preventScroll: true });
  if (!isLost()) return;
  const [control, ...parts] = last;
  if (!control) return;
  if (control.isConnected && control.matches(':disabled')) return awaitControl(control, parts);
  const place = control.isConnected
    ? control
    : (openerOf(parts) ??
      parts
        .filter((part) => part.isConnected)
        .map(placeIn)
        .find((found) => found !== undefined));
  place?.focus({ preventScroll: true });
}

/**
 * Keeps the place of those who work by keyboard. The browser gives the focus to the whole page when its control goes
 * away, such as the button of a deleted row or of a form that was left, and while its control is disabled: because it
 * is busy, or, as Undo after the last change, because it has nothing more to do.
 */
export function keepFocus(root: Element): void {
  root.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    last = around(target);
    const form = target.closest('form');
    if (form && pressed && !openers.has(form)) openers.set(form, pressed);
  });
  root.addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element ? target.closest('button') : null;
      if (!button || button.closest('form')) return;
      const [, ...parts] = around(button);
      pressed = { button, parts, text: button.textContent };
    },
    true,
  );
  // A press elsewhere takes the focus away on purpose.
  root.addEventListener('pointerdown', ({ target }) => {
    if (!(target instanceof Node && last[0]?.contains(target))) last = [];
  });
  root.addEventListener('keydown', () => (moved = null), true);
  new MutationObserver(restore).observe(root, { childList: true, subtree: true, attributeFilter: ['disabled'] });
}
