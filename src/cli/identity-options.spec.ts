import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { CliError } from './cli-error.js';
import {
  type AccessArguments,
  accessOption,
  type IdentityArguments,
  identityOf,
  identityOptions,
} from './identity-options.js';

const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-identity-'));
afterAll(() => rmSync(folder, { recursive: true }));

let told = '';
function identityFrom(...args: string[]): object {
  told = '';
  const command = accessOption(identityOptions(new Command().exitOverride()));
  command.configureOutput({ writeErr: (text) => void (told += text) }).parse(args, { from: 'user' });
  return identityOf(command.opts<IdentityArguments & AccessArguments>());
}

/** Writes a file with this text. @returns its name */
function fileOf(text: string): string {
  const file = path.join(folder, 'access.json');
  writeFileSync(file, text);
  return file;
}

it('makes settings of what is given, and of nothing else', () => {
  expect(identityFrom()).toEqual({});
  const hosts = [
    {
      host: 'a.example',
      headers: [{ name: 'authorization', value: 'Bearer sesame' }],
      cookies: ['a=b', 'seen[x]={"a": 1, "b": 2}'],
    },
  ];
  const access = { hosts, proxies: ['socks5://me:sesame@proxy.example:1080'] };
  expect(
    identityFrom(
      ...['--user-agent', 'Cheese/1.0 (+https://cheese.example/bot)', '--accept-language', 'de-CH, *;q=0.1'],
      ...['--cookies', 'session', '--access', fileOf(JSON.stringify(access))],
    ),
  ).toEqual({
    ...{ userAgent: 'Cheese/1.0 (+https://cheese.example/bot)', acceptLanguage: 'de-CH, *;q=0.1' },
    ...{ cookies: 'session', access },
  });
});

it.each([
  ['--cookies', 'always', /Allowed choices are visit, session, off/],
  ['--accept-language', 'German!', /Expected languages such as de-CH/],
  ['--user-agent', 'K\u00e4se', /Expected only printable ASCII/],
  ['--user-agent', '', /is invalid. Too small/],
])('refuses %s %s', (option, value, reason) => {
  expect(() => identityFrom(option, value)).toThrow();
  expect(told).toMatch(reason);
});

const host = (rest: object): string => JSON.stringify({ hosts: [{ host: 'a.example', ...rest }] });
it.each([
  ['no JSON', '{"hosts": [sesame]}', '--access: the file is not JSON'],
  ['a list', '["sesame"]', '--access: Invalid input: expected object, received array'],
  ['a cookie with attributes', host({ cookies: ['a=sesame; Path=/'] }), '--access: hosts[0].cookies[0]: name=value'],
  [
    'a header over two lines',
    host({ headers: [{ name: 'x', value: 'sesame\r\nb: c' }] }),
    '--access: hosts[0].headers[0].value: only printable ASCII',
  ],
  [
    'another scheme',
    '{"proxies": ["gopher://me:sesame@a.example"]}',
    '--access: proxies[0]: a URL such as http://user:password@proxy.example:3128 or socks5://proxy.example:1080',
  ],
])('says where a file of access is wrong, and not what it says: %s', (_, text, reason) => {
  expect(() => identityFrom('--access', fileOf(text))).toThrow(new CliError(reason));
  expect(told).not.toContain('sesame');
});

it('takes a file, and does not show what is given in its place', () => {
  expect(() => identityFrom('--access', '{"proxies":["http://me:sesame@a.example"]}')).toThrow(
    new CliError('--access: the file cannot be read'),
  );
});
