/**
 * The sort key of URLs in web archives: the host from its top-level domain down, then port, path and sorted query, in
 * lower case. `http://www.a.example:8080/B?d&c` becomes `example,a:8080)/b?c&d`. Other texts are unchanged.
 */
export function surtOf(url: string): string {
  const plain = url.toLowerCase().replace(/^(https?:\/\/)www\d*\./, '$1');
  if (!/^https?:/.test(plain) || !URL.canParse(plain)) return url;
  const { hostname, port, pathname, search } = new URL(plain);
  const host = hostname.split('.').reverse().join(',');
  const query = search === '' ? '' : `?${search.slice(1).split('&').sort().join('&')}`;
  return `${host}${port === '' ? '' : `:${port}`})${pathname}${query}`;
}
