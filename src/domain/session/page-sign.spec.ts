import { parsePage } from '../page/index.js';
import { isLoginUrl, pageSign, type PageSign } from './page-sign.js';

const signOf = (html: string, url = 'http://a.example/x'): PageSign | null => pageSign(html, parsePage(html, url), url);
const sentences = (count: number): string =>
  Array.from(
    { length: count },
    (_, i) => `<p>Sentence ${i} says something of its own about cheese and rennet.</p>`,
  ).join('');
const FORM = '<form><input name="user"><input type="password" name="p"><button>Log in</button></form>';

it.each([
  'http://a.example/login',
  'http://a.example/user/login?next=/p1',
  'http://a.example/users/sign_in',
  'http://a.example/account/log-in/',
  'http://a.example/wp-login.php?redirect_to=x',
  'http://a.example/oauth2/authorize?client=1',
  'http://a.example/cas',
  'http://login.a.example/x',
  'http://accounts.a.example/',
])('%s is called like a login', (url) => expect(isLoginUrl(url)).toBe(true));

it.each([
  'http://a.example/',
  'http://a.example/blog/logins-of-the-past',
  'http://a.example/authors/7',
  'http://a.example/p?login=1',
  'http://a.example/catalogin',
  'http://a.example/design-in-wood',
  'http://a.example/castle',
])('%s is not', (url) => expect(isLoginUrl(url)).toBe(false));

it('takes a page for a login page that is called so, has a password field and says little else', () => {
  expect(signOf(FORM, 'http://a.example/login')).toBe('login');
  expect(signOf(FORM)).toBeNull();
  expect(signOf('<p>Log in by mail', 'http://a.example/login')).toBeNull();
  expect(signOf(`${FORM}${sentences(50)}`, 'http://a.example/login')).toBeNull();
  expect(signOf('<p>Hello <a href="/login">Log in</a>')).toBeNull();
});

it.each([
  '<title>404</title>',
  '<title>Page not found | a.example</title>',
  '<h1>Not Found</h1><p>Sorry.</p>',
  "<p>The page you are looking for doesn't exist.</p>",
  "<p>Sorry, we couldn't find that.</p>",
  '<h1>Seite nicht gefunden</h1>',
  '<title>Page introuvable</title>',
  '<h1>Страница не найдена</h1>',
  '<title>La página que busca no existe</title>',
  '<h1>Cette page n’existe plus</h1>',
  '<title>Sayfa bulunamadı</title>',
  '<title>A keresett oldal nem található</title>',
  '<h1>Sidan hittades inte</h1>',
  '<h1>Strona nie istnieje</h1>',
  '<h1>페이지를 찾을 수 없습니다</h1>',
  '<h1>您访问的页面已经不存在</h1>',
  '<title>Η σελίδα δεν βρέθηκε</title>',
  '<title>ไม่พบหน้าที่คุณต้องการ</title>',
  '<h2>This article is no longer available</h2>',
  '<title>Document non trouvé</title>',
  '<title>Pagina nu a fost gasita</title>',
  '<h1>SAYFA BULUNAMADI</h1>',
  '<h1>Sivua ei löydy</h1>',
  '<h1>Stra\u0301nka nebola na\u0301jdena\u0301</h1>',
  '<h1>Stranica nije pronađena</h1>',
  '<h1>Sidan kunde inte hittas</h1>',
  '<h1>Lo sentimos, no hemos encontrado la página</h1>',
  '<h1>Não encontramos a página</h1>',
  "<h1>No s'ha trobat la pàgina</h1>",
  '<h1>De pagina kon niet worden gevonden</h1>',
  '<h1>Diese Seite gibt es nicht</h1>',
  "<h1>Sorry, this page isn't available.</h1>",
  '<h1>الصفحة غير موجودة</h1>',
  '<h1>पृष्ठ नहीं मिला</h1>',
  '<h1>পৃষ্ঠা পাওয়া যায়নি</h1>',
  '<title>Cheese | 404</title>',
  '<title>Fehler 404 - Käse</title>',
  '<title>410 Gone</title>',
])('%s says that there is no such page', (html) => expect(signOf(html)).toBe('not-found'));

it.each([
  '<title>Cheese</title><h1>Cheddar</h1>',
  `<title>How we found rennet</title>${sentences(3)}`,
  `<title>What 404 means, and why pages are not found</title>${sentences(60)}`,
  '<title>El queso perfecto no existe</title>',
  '<h1>Такого сыра не существует</h1>',
  '<title>Peugeot 404 - a car of the sixties</title>',
  '<title>Room 404</title>',
  '<h1>404 Main Street</h1>',
  '<title>Trouvés : dix fromages</title>',
  `<title>Brie</title>${sentences(12)}<p>It is not found in the north.</p>`,
  '',
])('%s does not', (html) => expect(signOf(html)).toBeNull());
