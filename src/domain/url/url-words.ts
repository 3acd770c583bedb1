import { parse } from 'tldts';
import { decodeLoosely } from './percent-encoding.js';
import { shownLabel } from './shown-label.js';
import { hostOf, pathOf, SUFFIX_OPTIONS } from './url-parts.js';

/** A boundary inside a run of letters: `foodAndDrink`, `HTMLPage`. */
const CAMEL_CASE = /(\p{Ll})(\p{Lu})|(\p{Lu})(\p{Lu}\p{Ll})/gu;
const NON_LETTERS = /[^\p{L}\p{M}]+/gu;
/** File extensions of pages, which say nothing about the subject. */
const PAGE_EXTENSION = /\.(?:x?html?|shtml|php\d?|aspx?|jspx?|cgi|cfm|do)(?=$|[?/])/gi;
const NON_ASCII = /[^\0-\x7f]/;

/**
 * The latest answers: the policy, the model and the keywords ask about each link in turn, and hosts repeat on a page.
 */
let latest = { url: '', words: '' };
let latestHost = { host: '', labels: '' };

/**
 * The words of a canonical URL, lower case, joined by one space: host labels without `www` and public suffix, path,
 * query.
 *
 * Percent-decoded, with labels in display form, split at everything but letters and at camel case; page extensions
 * (`.html`) are removed.
 */
export function urlWords(url: string): string {
  if (url !== latest.url) latest = { url, words: wordsOf(url) };
  return latest.words;
}

function wordsOf(url: string): string {
  const host = hostOf(url);
  if (host !== latestHost.host) latestHost = { host, labels: labelsOf(host) };
  const path = pathOf(url);
  const decoded = decodeLoosely(path.includes('.') ? path.replace(PAGE_EXTENSION, ' ') : path);
  const text = latestHost.labels + decoded;
  if (!NON_ASCII.test(text)) return asciiWordsOf(text);
  return text.replace(CAMEL_CASE, '$1$3 $2$4').replace(NON_LETTERS, ' ').trim().toLowerCase();
}

/** The words of a host, each followed by a space. */
function labelsOf(host: string): string {
  const { domainWithoutSuffix, subdomain, isIp } = parse(host, SUFFIX_OPTIONS);
  if (isIp === true || host.startsWith('[')) return '';
  const named = domainWithoutSuffix === null ? host : `${subdomain ?? ''}.${domainWithoutSuffix}`;
  let labels = '';
  for (const label of named.split('.')) if (label !== 'www') labels += `${shownLabel(label)} `;
  return labels;
}

const [OTHER, LOWER, UPPER] = [0, 1, 2];
const KINDS = new Uint8Array(128);
KINDS.fill(LOWER, 0x61, 0x7b).fill(UPPER, 0x41, 0x5b);

/** As the expressions above do it, in one pass. */
function asciiWordsOf(text: string): string {
  const kindAt = (at: number): number => (at < text.length ? KINDS[text.charCodeAt(at)] : OTHER);
  let words = '';
  let start = -1;
  const end = (at: number): void => {
    if (start >= 0) words += words === '' ? text.slice(start, at) : ` ${text.slice(start, at)}`;
    start = -1;
  };
  for (let at = 0; at < text.length;) {
    const kind = kindAt(at);
    if (kind === OTHER) {
      end(at++);
      continue;
    }
    if (start < 0) start = at;
    const next = kindAt(at + 1);
    // The letters of a boundary are read together: none of them takes part in another.
    if (kind === LOWER && next === UPPER) {
      end(at + 1);
      start = at + 1;
      at += 2;
    } else if (kind === UPPER && next === UPPER && kindAt(at + 2) === LOWER) {
      end(at + 1);
      start = at + 1;
      at += 3;
    } else at++;
  }
  end(text.length);
  return words.toLowerCase();
}
