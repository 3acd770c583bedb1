import { parsePage } from './index.js';

it.each<[string, string, Partial<ReturnType<typeof parsePage>>]>([
  ['robots none', '<meta name=ROBOTS content=none>', { noindex: true, nofollow: true }],
  [
    'robots in two metas',
    '<meta name=robots content=noindex><meta name=robots content="nofollow">',
    { noindex: true, nofollow: true },
  ],
  ['robots of another crawler', '<meta name=googlebot content=noindex>', { noindex: false }],
  ['robots all', '<meta name=robots content="index,follow">', { noindex: false, nofollow: false }],
  [
    'Open Graph where nothing else is',
    '<meta property="og:title" content="T"><meta property="og:description" content="D">',
    { title: 'T', description: 'D' },
  ],
  ['... not where something is', '<title>A</title><meta property="og:title" content="T">', { title: 'A' }],
  [
    "previews of another vocabulary's",
    '<meta name="twitter:title" content="T"><meta name="DC.Description" content="D">',
    { title: 'T', description: 'D' },
  ],
  ["a heading over an editor's title", '<title>无标题文档</title><h1>B</h1>', { title: 'B' }],
  ['a heading of a lower rank where nothing else is', '<title></title><h2>A</h2><h2>B</h2>', { title: 'A' }],
  ["an editor's title where nothing else is", '<title>Untitled-1</title>', { title: 'Untitled-1' }],
  ['a first heading for a title where nothing else is', '<h2>A</h2><h1>B <i>c</i></h1><h1>D</h1>', { title: 'B c' }],
  ['... not where a title is', '<title>A</title><h1>B</h1>', { title: 'A' }],
  ['the first title', '<title>A</title><title>B</title>', { title: 'A' }],
  ['language by header', '<meta http-equiv=Content-Language content="de_AT, en">', { language: 'de-at' }],
  ['a language that is none', '<html lang="<%= l %>">', { language: '' }],
])('reads %s', (_, html, expected) => {
  expect(parsePage(html, 'http://example.com/dir/page')).toMatchObject(expected);
});
