import type { Clock } from '../../../../engine/ports.js';
import { AddressBook, type AddressBookOptions } from './address-book.js';
import type { LookupAll } from './dialer.js';

interface Watched {
  readonly book: AddressBook;
  readonly asked: string[];
  readonly clock: { time: number };
}

const clockOf = (clock: { readonly time: number }): Clock => ({ now: () => 0, monotonic: () => clock.time });

function bookOf(answers: Record<string, string[][]>, options: Partial<AddressBookOptions> = {}): Watched {
  const asked: string[] = [];
  const clock = { time: 1_000_000 };
  const lookup: LookupAll = (name, _options, callback) => {
    asked.push(name);
    const next = answers[name]?.shift();
    setImmediate(() => {
      if (next === undefined)
        callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' }), []);
      else
        callback(
          null,
          next.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        );
    });
  };
  return {
    book: new AddressBook({ lookup, clock: clockOf(clock), viaProxy: false, privateToo: false, ...options }),
    asked,
    clock,
  };
}

it('names an address by the same key, in whatever order the answers come', async () => {
  const { book, clock } = bookOf({
    'a.test': [
      ['93.184.215.14', '2606:2800::1'],
      ['2606:2800::1', '93.184.215.14'],
    ],
  });
  const first = await book.keyOf('a.test');
  clock.time += 60_000;
  expect([first, await book.keyOf('a.test')]).toEqual(['2606:2800::1', '2606:2800::1']);
});

it('asks once at a time, and again after a minute, of failures after ten seconds', async () => {
  const { book, asked, clock } = bookOf({ 'a.test': [['93.184.215.14'], ['93.184.215.15']] });
  expect(book.knownKeyOf('a.test')).toBeUndefined();
  expect(await Promise.all([book.keyOf('a.test'), book.keyOf('a.test')])).toEqual(['93.184.215.14', '93.184.215.14']);
  clock.time += 59_999;
  expect(book.knownKeyOf('a.test')).toBe('93.184.215.14');
  clock.time += 1;
  expect(book.knownKeyOf('a.test')).toBeUndefined();
  expect(await book.keyOf('a.test')).toBe('93.184.215.15');
  for (const afterMs of [0, 9_999, 1]) {
    clock.time += afterMs;
    await expect(book.keyOf('no.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    expect(book.knownKeyOf('no.test')).toBeUndefined();
  }
  expect(asked).toEqual(['a.test', 'a.test', 'no.test', 'no.test']);
});

it.each<[string, string | null, string | null]>([
  ['127.0.0.1', null, '127.0.0.1'],
  ['[::1]', null, '::1'],
  ['10.1.2.3', null, '10.1.2.3'],
  ['93.184.215.14', '93.184.215.14', '93.184.215.14'],
  ['[2606:2800::1]', '2606:2800::1', '2606:2800::1'],
])('%s counts as %s, with private addresses as %s', (host, key, withPrivate) => {
  expect(bookOf({}).book.knownKeyOf(host)).toBe(key);
  const { book, asked } = bookOf({}, { privateToo: true });
  expect([book.knownKeyOf(host), book.knownKeyOf(host), asked]).toEqual([withPrivate, withPrivate, []]);
});

it('knows no address behind a proxy', () => {
  expect(bookOf({}, { viaProxy: true }).book.knownKeyOf('93.184.215.14')).toBeNull();
});

it('gives the dialer the answers it keeps', async () => {
  const { book, asked } = bookOf({ 'a.test': [['93.184.215.14']] });
  const look = (name: string): Promise<unknown> =>
    new Promise((resolve) => {
      book.lookup(name, { all: true }, (error, addresses) => resolve(error?.code ?? addresses));
    });
  await book.keyOf('a.test');
  expect([await look('a.test'), await look('no.test'), asked]).toEqual([
    [{ address: '93.184.215.14', family: 4 }],
    'ENOTFOUND',
    ['a.test', 'no.test'],
  ]);
});
