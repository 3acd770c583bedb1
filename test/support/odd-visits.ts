import { httpAnswer } from './raw-server.js';

/** A visit of several responses, or a response whose bytes make sense only in its own encoding. */
export interface OddVisit {
  readonly name: string;
  /** @param path below the case's own folder. @param head of the request */
  readonly answer: (path: string, head: string, folder: string) => Buffer;
  /** Gleaner's reading mode that differs from Chromium, with the reason. */
  readonly unlike?: { readonly way: 'as sent' | 'rendered'; readonly why: string };
}

const THERE = httpAnswer('<title>there</title><p>You have arrived. <a href="/next">next</a>');
const to = (location: string, more: Readonly<Record<string, string>> = {}): Buffer =>
  httpAnswer('', { ...more, Location: location }, '302 Found');
const redirect = (name: string, location: (folder: string) => string): OddVisit => ({
  name,
  answer: (path, _head, folder) => (path === '/' ? to(location(folder)) : THERE),
});
const cookies = (head: string): string => /^cookie: (.*)$/im.exec(head)?.[1] ?? '';
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const typed = (body: Buffer | string, type = 'text/html'): Buffer => httpAnswer(body, { 'Content-Type': type });
const scripted = { way: 'as sent', why: 'its script is not run' } as const;

export const ODD_VISITS: readonly OddVisit[] = [
  redirect('a redirect to a session id in the path', (folder) => `${folder}/;jsessionid=1F2E`),
  redirect('a redirect to what canonical URLs leave out', (folder) => `${folder}/?utm_source=here`),
  redirect('a redirect to another spelling of the same', (folder) => `${folder}/%2e%2e${folder}/%7Ea`),
  redirect('a redirect in raw UTF-8', (folder) => `${folder}/gr\xc3\xbc\xc3\x9fe?q=\xc3\xa9`),
  redirect('a redirect in raw Latin-1', (folder) => `${folder}/gr\xfc\xdfe`),
  redirect('a redirect told twice', (folder) => `${folder}/x\r\nLocation: ${folder}/x`),
  {
    name: 'a redirect that only sets a cookie',
    answer: (_path, head) => (cookies(head).includes('in=1') ? THERE : to('.', { 'Set-Cookie': 'in=1' })),
  },
  {
    name: 'a cookie set by a page that refreshes itself',
    answer: (_path, head) =>
      cookies(head).includes('in=1')
        ? THERE
        : httpAnswer('<title>w</title><meta content="0" http-equiv=Refresh><p>Wait', { 'Set-Cookie': 'in=1' }),
  },
  {
    name: 'a cookie set under a Refresh header',
    answer: (_path, head, folder) =>
      cookies(head).includes('in=1')
        ? THERE
        : httpAnswer('<p>Wait', { 'Set-Cookie': 'in=1', Refresh: `1;url=${folder}/` }),
  },
  {
    name: 'a cookie of the second redirect, wanted by the third',
    answer: (path, head, folder) =>
      path === '/'
        ? to(`${folder}/b`)
        : path === '/b'
          ? to(`${folder}/c`, { 'Set-Cookie': 'in=1' })
          : cookies(head).includes('in=1')
            ? THERE
            : typed('<p>No entry'),
  },
  {
    name: 'a cookie set by a script that reloads the page',
    answer: (_path, head) =>
      cookies(head).includes('in=1')
        ? THERE
        : typed('<p>Wait<script>document.cookie = "in=1"; location.reload()</script>'),
    unlike: scripted,
  },
  {
    name: 'Korean beyond KS X 1001',
    answer: () =>
      typed(
        Buffer.concat([latin('<title>k</title><p>'), Buffer.from('8c8a20a0a220c4a1c1ee', 'hex')]),
        'text/html; charset=euc-kr',
      ),
  },
  {
    name: 'Chinese of Hong Kong in Big5',
    answer: () =>
      typed(
        Buffer.concat([latin('<title>h</title><p>'), Buffer.from('fae0fb7ba4e5', 'hex')]),
        'text/html; charset=big5',
      ),
  },
  {
    name: 'a declaration behind 9 000 bytes of style',
    answer: () =>
      typed(
        Buffer.concat([
          latin(`<title>u</title><style>${'a{}'.repeat(3_000)}</style><meta charset=koi8-u><p>`),
          Buffer.from('b7cec120a720d3c9d2', 'hex'),
        ]),
      ),
  },
  {
    name: 'a link with a query in windows-1251',
    answer: () =>
      typed(latin('<p>\xf1\xfb\xf0 <a href="/\xf1?q=\xf1\xfb\xf0#\xf1">\xf1</a>'), 'text/html; charset=windows-1251'),
  },
  {
    name: 'links with queries in shift_jis, relative to a base',
    answer: () =>
      typed(
        Buffer.concat([
          latin('<base href="/b/"><p><a href="?q='),
          Buffer.from('836083598341', 'hex'),
          latin('">1</a>'),
        ]),
        'text/html; charset=shift_jis',
      ),
  },
];
