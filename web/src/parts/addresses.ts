/** Addresses of pages that people type. */

const unique = (texts: readonly string[]): string[] => [
  ...new Set(texts.map((text) => text.trim()).filter((text) => text !== '')),
];

/** A scheme: letters before a colon that no port follows. */
const SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d+(?:[/?#]|$))/i;

/** Between addresses. A comma within a path belongs to it, unless the next scheme follows. */
const BETWEEN = /\s+|[,;]+(?=\s|$|https?:\/\/)/i;

/** Addresses whose hosts stand side by side: no host has a comma or semicolon. */
function hostsApart(text: string): string[] {
  const path = /^(?:[a-z][a-z0-9+.-]*:\/*)?[^/?#]*(.*)$/i.exec(text)?.[1] ?? '';
  const [last = '', ...before] = text
    .slice(0, text.length - path.length)
    .split(/[,;]/)
    .reverse();
  return [...before.reverse(), last + path];
}

/** Addresses, one in a line or separated by spaces, commas or semicolons. One without a scheme is meant as https. */
export const addressesIn = (text: string): string[] =>
  unique(text.split(BETWEEN).flatMap(hostsApart)).map((url) => (SCHEME.test(url) ? url : `https://${url}`));

/** Whether a page can be fetched from it. */
export const isAddress = (url: string): boolean => /^https?:\/\/[^/]/i.test(url) && URL.canParse(url);

/** The first address that cannot be one, as a sentence; null: all can. */
export function addressProblem(text: string): string | null {
  const wrong = addressesIn(text).find((url) => !isAddress(url));
  return wrong === undefined ? null : `${wrong} is not an http or https address.`;
}
