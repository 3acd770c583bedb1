import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** The address of the page, kept by the browser's own history. */

const MOVED = 'gleaner:moved';

/** Goes to another screen. @param replace whether "back" skips the present one */
export function go(path: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
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

interface LinkProps {
  readonly to: string;
  readonly class?: string;
  readonly 'aria-current'?: 'page' | undefined;
  readonly children: ComponentChildren;
}

/** A link to a screen. With a key held down, or another button, it is the browser's, as every link. */
export function Link({ to, children, ...rest }: LinkProps): JSX.Element {
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(to);
    scrollTo(0, 0);
  };
  return (
    <a href={to} onClick={follow} {...rest}>
      {children}
    </a>
  );
}
