import { clearedCookie, hasSignIn, newToken, signInCookie, signInOf } from './sign-in.js';

const token = newToken();

test('a token is 256 random bits, and no two are the same', () => {
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(newToken()).not.toBe(token);
});

test.each([
  [`gleaner_sign_in=${token}`, token],
  [`other=1; gleaner_sign_in=${token}; more=2`, token],
  [`__Host-gleaner_sign_in=${token}`, token],
  [`x__Host-gleaner_sign_in=${token}`, null],
  [`not_gleaner_sign_in=${token}`, null],
  [`gleaner_sign_in=${token}x`, null],
  [`gleaner_sign_in=${token.slice(1)}`, null],
  ['gleaner_sign_in=', null],
  ['', null],
  [undefined, null],
  [[`gleaner_sign_in=${token}`], null],
])('%p holds %p', (cookie, held) => {
  expect(signInOf(cookie)).toBe(held);
});

test('a key in the header comes before the cookie', () => {
  const cookie = `gleaner_sign_in=${token}`;
  expect([hasSignIn({ cookie }), hasSignIn({ cookie, authorization: 'Bearer x' }), hasSignIn({})]).toEqual([
    true,
    false,
    false,
  ]);
});

test('scripts cannot read the cookie, other sites cannot send it, and over TLS it is sent in no other way', () => {
  expect(signInCookie(token, 60, false)).toBe(
    `gleaner_sign_in=${token}; Max-Age=60; Path=/; HttpOnly; SameSite=Strict`,
  );
  expect(signInCookie(token, 60, true)).toBe(
    `__Host-gleaner_sign_in=${token}; Max-Age=60; Path=/; HttpOnly; SameSite=Strict; Secure`,
  );
  expect(clearedCookie(true).map((value) => value.split(';').slice(0, 2).join(';'))).toEqual([
    'gleaner_sign_in=; Max-Age=0',
    '__Host-gleaner_sign_in=; Max-Age=0',
  ]);
});
