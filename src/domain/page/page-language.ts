import { usualLanguage } from '../language/index.js';
import { canonicalUrl } from '../url/canonical-url.js';
import { declaredLanguage } from './attributes.js';
import { referencesResolved } from './feed-title.js';
import type { PageFindings } from './page-findings.js';
import type { PageHeaders } from './parsed-page.js';

/** The language in a page's structured data. */
const IN_DATA = /"inLanguage"\s{0,9}:\s{0,9}\[?\s{0,9}"([^"]{2,20})"/;
const VERSION = /<link\b[^<>]{0,800}\bhreflang\b[^<>]{0,800}>/gi;
const VALUE = String.raw`\s?=\s?(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>]+))`;
const [HREF, HREFLANG] = ['href', 'hreflang'].map((name) => new RegExp(String.raw`\s${name}${VALUE}`, 'i'));
/** Most versions of a page in other languages that are read. */
const MAX_VERSIONS = 200;
/** Characters of a text whose script is compared with the language of the top-level domain. */
const SAMPLE_CHARS = 2_000;

/**
 * A page's declaration of its language, lower case; '' if there is none. Weaker evidence counts only without stronger:
 * the page's own, the server's, that for other readers, the version that is the page itself, the top-level domain.
 *
 * @param base URL that links are relative to
 * @param text shown on the page
 * @param wrapper language of the element around most of the text
 */
export function languageIn(
  html: string,
  { language, locale }: PageFindings,
  { contentLanguage = '' }: PageHeaders,
  { url, base, text, wrapper }: Readonly<Record<'url' | 'base' | 'text' | 'wrapper', string>>,
): string {
  const declared = language || wrapper || declaredLanguage(contentLanguage) || locale;
  if (declared !== '') return declared;
  const inData = html.includes('"inLanguage"') ? declaredLanguage(IN_DATA.exec(html)?.[1] ?? '') : '';
  return inData || languageOfVersion(html, url, base) || usualLanguage(url, text.slice(0, SAMPLE_CHARS));
}

/** The language of the version that has the page's own URL; '' if there is none, or versions of several languages. */
function languageOfVersion(html: string, url: string, base: string): string {
  if (!/hreflang/i.test(html)) return '';
  const own = canonicalUrl(url);
  const languages = new Set<string>();
  let count = 0;
  for (const [tag] of html.matchAll(VERSION)) {
    if (++count > MAX_VERSIONS) break;
    const [href, tagged] = [HREF, HREFLANG].map((one) => (one?.exec(tag) ?? []).slice(1).find(Boolean) ?? '');
    const language = declaredLanguage(tagged ?? '');
    if (language === '' || language === 'x-default' || !href) continue;
    if (canonicalUrl(referencesResolved(href), base) === own) languages.add(language);
  }
  const [first, other] = languages;
  return other === undefined ? (first ?? '') : '';
}
