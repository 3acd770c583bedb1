import { tellingText, type ParsedPage } from '../page/index.js';
import { lowerCase, withoutAccents } from '../text/index.js';
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
  'pagina página pàgina page seite sidan siden síðan strona stránka stranica stran страниц страница сторінк ページ 页面 頁面 网页 網頁 페이지 trang الصفحة'.split(
    ' ',
  );
const MISSING_WORDS = [
  "(?:is not|isn['’]t) available",
  '(?:no|não) existe',
  "n['’]existe (?:pas|plus)",
  '(?:non|nu) (?:esiste|există)',
  '(?:existiert|gibt es) (?:leider )?nicht',
  'bestaat (?:helaas )?niet',
  'nie istnieje',
  'neexistuje',
  'ne postoji',
  '(?:finns|findes|finnes) (?:inte|ikke)',
  'не (?:существует|існує|съществува|постоји)',
  '不存在',
  '存在しません',
  '존재하지 않',
  'không tồn tại',
  'غير موجود',
];
/** The number of the status, as the whole of a title or a part of it, or beside words for it: not a model or a room. */
const STATUS = [
  '(?:^|[|·:»«>–—]| -) *404 *(?:$|[|·:»«>–—!.,]|- )',
  '(?:error|erreur|errore|erro|fehler|fout|fel|feil|fejl|virhe|viga|hiba|chyba|blad|eroare|hata|http|status|code|loi|ошибка|помилка|грешка|σφαλμα|خطا|שגיאה|エラー|错误|錯誤|오류)[ :#(-]{0,3}(?:code |no\\.? )?(?:404|410)\\b',
  '\\b(?:404|410)[ :)-]{1,3}(?:error|erreur|errore|fehler|fout|fel|hata|hiba|chyba|page|seite|pagina|gone|ошибка|エラー|错误|錯誤)',
];

const LETTER = '[\\p{L}\\p{M}\\p{N}]';
const BOUNDARY = `(?:(?<=${LETTER})(?!${LETTER})|(?<!${LETTER})(?=${LETTER}))`;

/**
 * Finds any of the parts in texts without accents, in lower case. `\b` stands for the boundary of a word in any script.
 *
 * Parts that begin with `\b` and a letter share one check of it: a check per part would take thirty times as long.
 */
function anyOf(parts: readonly string[]): RegExp {
  const words = parts.filter((part) => part.startsWith('\\b')).map((part) => part.slice('\\b'.length));
  const others = parts.filter((part) => !part.startsWith('\\b'));
  const source = [...others, `(?<!${LETTER})(?:${words.join('|')})`].join('|').normalize('NFC');
  return new RegExp(withoutAccents(source).replaceAll('\\b', BOUNDARY), 'u');
}

const NOT_FOUND = anyOf([
  ...STATUS,
  '\\b(?:not|nothing) (?:be )?found\\b',
  "\\b(?:page|file|article|product|item|url|address|document|entry)\\b.{0,60}\\b(?:does not|doesn['’]t|no longer) (?:exist|available)",
  "\\b(?:could not|couldn['’]t|cannot|can['’]t|unable to) (?:be )?(?:find|found|locate|located)\\b",
  '\\bno longer (?:exists|available)\\b',
  '\\bnichts? gefunden\\b',
  '\\bexistiert nicht\\b',
  '\\bintrouvable\\b',
  '\\bnon trouvée?s?\\b',
  "\\bn['’]a (?:pas|pu) (?:pu )?(?:été|être) trouvée?\\b",
  '\\bno (?:se |ha |han |hemos |pudimos |podemos |sido |podido ){0,4}(?:encontrad[ao]|encontrar|encontró|encuentra)\\b',
  '\\bnão (?:foi |foram |pôde ser |conseguimos |se ){0,2}(?:encontrad[ao]|encontrar|encontramos|encontrou)\\b',
  '\\bnon (?:è stat[ao] |se )?(?:trovat[ao]|atopad[ao])\\b',
  '\\bimpossibile trovare\\b',
  "\\bno (?:s['’]ha )?trobad?[at]\\b",
  '\\bniet (?:worden )?gevonden\\b',
  '\\bnie (?:(?:został[ao]?) )?(?:znaleziono|odnaleziono|znaleziona|odnaleziona|znaleziony)\\b',
  '\\b(?:nenalezen|nebyl[ao]? nalezen|nepodařilo najít|nenájden|nebol[ao]? nájden)',
  '\\b(?:nije (?:pro)?nađen|ni (?:bil[ao]? |mogoče )?(?:najden|najti))',
  '\\b(?:nem található|bulunamadı|tapılmadı|topilmadi|tidak (?:ditemukan|dijumpai)|không tìm thấy)',
  '\\b(?:hittad?es?|hittas) (?:inte|ej)\\b',
  '\\b(?:inte|ej) (?:hittas|hittades|hitta)\\b',
  '\\b(?:ikke (?:blive? )?(?:fundet|funnet)|fan(?:d)?t ikke|fannst ekki)\\b',
  '\\b(?:nu (?:a fost |s-a )?găsit|ei löy[td]|ei leitud|nerast[ao]|nav atrast|ez da aurkitu|nuk u gjet)',
  'не найден',
  'страницы (?:больше )?нет|нет такой страницы',
  'не знайден',
  'не (?:е|бе) (?:намерен|пронајден)',
  'није (?:про)?нађен',
  'табылмады|табылған жоқ',
  'δεν βρέθηκε',
  'ვერ მოიძებნა',
  'չի գտնվել',
  'לא נמצא',
  'لم يتم العثور',
  '(?:یافت|پیدا) نشد',
  'नहीं मिल',
  'পাওয়া যায়নি',
  'ไม่พบหน้า',
  '찾을 수 없',
  '見つかりません',
  '找不到',
  '未找到',
  `(?:${PAGE_WORDS.join('|')}).{0,60}(?:${MISSING_WORDS.join('|')})`,
]);

/** Whether a canonical URL is that of a login page, by its path or its host. */
export const isLoginUrl = (url: string): boolean =>
  LOGIN_PATH.test(pathOf(url).split('?', 1)[0] ?? '') || LOGIN_HOST.test(hostOf(url));

/** The sign of a page; null for one with other content. @param html as fetched */
export function pageSign(html: string, page: ParsedPage, finalUrl: string): PageSign | null {
  const text = tellingText(page);
  if (text.length <= LOGIN_CHARS && isLoginUrl(finalUrl) && PASSWORD_FIELD.test(html)) return 'login';
  if (text.length > NOT_FOUND_CHARS) return null;
  const texts = [page.title, ...page.headings.slice(0, HEADINGS), ...(text.length <= SHORT_CHARS ? [text] : [])];
  return texts.some((one) => NOT_FOUND.test(withoutAccents(lowerCase(one)))) ? 'not-found' : null;
}
