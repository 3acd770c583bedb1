import { tellingText, type ParsedPage } from '../page/index.js';
import { hostOf, pathOf } from '../url/index.js';

/** A page's self-description as a login page or a missing page. */
export type PageSign = 'login' | 'not-found';

/** A longer page has other content besides. */
const LOGIN_CHARS = 2_000;
const NOT_FOUND_CHARS = 3_000;
/** A text up to this length is searched whole; of a longer one only the title and the headings. */
const SHORT_CHARS = 600;
const HEADINGS = 3;

const LOGIN_WORD =
  'log-?_?in|log-?_?on|sign-?_?in|sign-?_?on|sso|saml2?|cas|auth|authenticate|authorize|oauth2?|openid|shibboleth|wp-login\\.php|ucp\\.php|anmelden|anmeldung|einloggen|connexion|iniciar-sesion|accedi|entrar|inloggen|logowanie';
const LOGIN_PATH = new RegExp(`(?:^|[/_.-])(?:${LOGIN_WORD})(?:[/_.-]|$)`, 'i');
const LOGIN_HOST = /^(?:log-?in|sign-?in|sso|auth|accounts?|idp|id)\./i;
const PASSWORD_FIELD = /<input\b[^>]*\btype\s*=\s*["']?password\b/i;

const NOT_FOUND = new RegExp(
  [
    '\\b404\\b',
    '\\bnot (?:be )?found\\b',
    "\\b(?:page|file|article|product|item|url|address|document|entry)\\b.{0,60}\\b(?:does not|doesn['’]t|no longer) (?:exist|available)",
    "\\b(?:could not|couldn['’]t|cannot|can['’]t|unable to) (?:be )?(?:find|found|locate|located)\\b",
    '\\bno longer (?:exists|available)\\b',
    '\\bnicht gefunden\\b',
    '\\bexistiert nicht\\b',
    '\\bintrouvable\\b',
    '\\bno (?:se )?(?:ha )?(?:encontrad[ao]|encontrar?|encuentra)\\b',
    '\\bnon (?:è stata )?trovat[ao]\\b',
    '\\bnão (?:foi )?encontrad[ao]\\b',
    '\\bniet gevonden\\b',
    '\\bnie znaleziono\\b',
    'не найден',
    '見つかりません',
    '找不到',
    '页面不存在',
  ].join('|'),
  'i',
);

/** Whether a canonical URL is that of a login page, by its path or its host. */
export const isLoginUrl = (url: string): boolean =>
  LOGIN_PATH.test(pathOf(url).split('?', 1)[0] ?? '') || LOGIN_HOST.test(hostOf(url));

/** The sign of a page; null for one with other content. @param html as fetched */
export function pageSign(html: string, page: ParsedPage, finalUrl: string): PageSign | null {
  const text = tellingText(page);
  if (text.length <= LOGIN_CHARS && isLoginUrl(finalUrl) && PASSWORD_FIELD.test(html)) return 'login';
  if (text.length > NOT_FOUND_CHARS) return null;
  const told = [page.title, ...page.headings.slice(0, HEADINGS), ...(text.length <= SHORT_CHARS ? [text] : [])];
  return told.some((one) => NOT_FOUND.test(one)) ? 'not-found' : null;
}
