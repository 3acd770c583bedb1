import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { keepPlace } from './scroll-place.js';

/** The address of the page, kept by the browser's own history. */

const MOVED = 'gleaner:moved';

/** The outcome of the last action, shown on the screen that it led to. */
let outcome = { words: '', href: '' };

/** Its words at an address; empty if the action led elsewhere, or somebody went on. */
export const outcomeAt = ({ href }: URL): string => (href === outcome.href ? outcome.words : '');

/**
 * Goes to another screen.
 *
 * @param replace whether "back" skips the present one
 * @param said outcome of the action that leads there, in words
 */
export function go(path: string, { replace = false, said = '' } = {}): void {
  outcome = { words: said, href: new URL(path, location.href).href };
  if (replace) history.replaceState(null, '', path);
  else {
    keepPlace();
    history.pushState(null, '', path);
  }
  dispatchEvent(new Event(MOVED));
}

/** Path and query of the address, as it changes. */
export function useAddress(): URL {
  const [href, setHref] = useState(location.href);
  useEffect(() => {
    const moved = (): void => setHref(location.href);
    for (const event of ['popstate', MOVED]) addEventListener(event, moved);
    return () => {
      for (const event of ['popstate', MOVED]) removeEventListener(event, moved);
    };
  }, []);
  return new URL(href);
}

/**
 * A choice of a screen, kept in the address, so that "back" and a reload find it.
 *
 * @returns its value, empty where there is none, and its setter
 */
export function useInAddress(name: string): readonly [value: string, set: (value: string) => void] {
  const value = useAddress().searchParams.get(name) ?? '';
  const set = (next: string): void => {
    const address = new URL(location.href);
    if (next === '') address.searchParams.delete(name);
    else address.searchParams.set(name, next);
    history.replaceState(history.state, '', address);
    dispatchEvent(new Event(MOVED));
  };
  return [value, set];
}

interface LinkProps {
  readonly to: string;
  readonly class?: string;
  readonly 'aria-current'?: 'page' | 'true' | undefined;
  /** Shows the address in another way than as the next screen. */
  readonly follow?: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly children: ComponentChildren;
}

function goToTop(path: string): void {
  go(path);
  scrollTo(0, 0);
}

/** A link to a screen. With a key held down, or another button, it is the browser's, as every link. */
export function Link({ to, follow = () => goToTop(to), children, ...rest }: LinkProps): JSX.Element {
  const press = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    follow();
  };
  return (
    <a href={to} onClick={press} {...rest}>
      {children}
    </a>
  );
}
