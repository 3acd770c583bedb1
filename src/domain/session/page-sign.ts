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

/** A page, and what is said of one that is missing, in languages in which the latter alone may be said of anything. */
const PAGE_WORDS =
  'página pagina page seite sidan siden strona stránka страниц сторінк ページ 页面 頁面 网页 網頁 페이지 trang'.split(
    ' ',
  );
const MISSING_WORDS = [
  '(?:no|não) existe',
  "n['’]existe (?:pas|plus)",
  '(?:non|nu) (?:esiste|există)',
  'existiert (?:leider )?nicht',
  'bestaat (?:helaas )?niet',
  'nie istnieje',
  'neexistuje',
  '(?:finns|findes|finnes) (?:inte|ikke)',
  'не (?:существует|існує|съществува)',
  '不存在',
  '存在しません',
  '존재하지 않',
  'không tồn tại',
];

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
    '\\bnon trouvée?\\b',
    '\\b(?:nem található|bulunamadı|hittades inte|ikke fundet|ikke funnet|tidak ditemukan|không tìm thấy)',
    '\\b(?:nie została znaleziona|nenalezena|nebyla nalezena|nu a fost găsit|ei löyt)',
    'не найден',
    'не знайден',
    'не (?:е|бе) намерен',
    'δεν βρέθηκε',
    'לא נמצא',
    'لم يتم العثور',
    '(?:یافت|پیدا) نشد',
    'ไม่พบหน้า',
    '찾을 수 없',
    '見つかりません',
    '找不到',
    '未找到',
    `(?:${PAGE_WORDS.join('|')}).{0,60}(?:${MISSING_WORDS.join('|')})`,
  ].join('|'),
  'iu',
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
