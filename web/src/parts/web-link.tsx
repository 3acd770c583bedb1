import type { ComponentChildren, JSX } from 'preact';

/** Only addresses of the web are links: what a crawl has found is what strangers have written. */
const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url);

/** A link to a page of the web, in a tab of its own. */
export const WebLink = ({
  url,
  children,
}: {
  readonly url: string;
  readonly children: ComponentChildren;
}): JSX.Element =>
  isWebAddress(url) ? (
    <a href={url} rel="noopener noreferrer nofollow" target="_blank">
      {children}
    </a>
  ) : (
    <>{children}</>
  );
