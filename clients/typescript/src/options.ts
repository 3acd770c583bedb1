/** Checks of the options of a client, whose faults would otherwise show in its first call, without their name. */

/**
 * The base URL without a trailing slash. In a browser it may be relative to the page.
 *
 * @throws TypeError
 */
export function requireBase(url: unknown): string {
  const page = (globalThis as { readonly location?: { readonly href: string } }).location?.href;
  if (typeof url === 'string' && URL.canParse(url, page) && /^https?:$/.test(new URL(url, page).protocol))
    return url.replace(/\/+$/, '');
  throw new TypeError(`url must be an http or https URL, such as http://127.0.0.1:3000, not ${JSON.stringify(url)}`);
}

/** @throws TypeError, without the value: it may be a key */
export function requireHeader(name: 'key' | 'project', value: string | undefined): string | undefined {
  if (value === undefined || /^[\t\r\n\x20-\x7e\xa0-\xff]*$/.test(value)) return value;
  const instead = name === 'project' ? 'the id of the project' : 'the key as it was shown when it was created';
  throw new TypeError(`${name} has characters that a header cannot carry; allowed: ${instead}`);
}
