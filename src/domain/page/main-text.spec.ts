import { mainHtml, parsePage } from './index.js';
import { tellingText } from './main-text.js';

describe('tellingText', () => {
  it.each([
    [
      'a page with some boilerplate',
      { mainText: 'cheese is made of milk', text: 'home about cheese is made of milk' },
      'cheese is made of milk',
    ],
    [
      'a list of links',
      { mainText: 'cheese', text: 'cheese brie gouda cheddar parmesan' },
      'cheese brie gouda cheddar parmesan',
    ],
    ['an empty page', { mainText: '', text: '' }, ''],
  ])('%s', (_, page, expected) => {
    expect(tellingText(page)).toBe(expected);
  });
});

const URL = 'https://garden.example/page';
const LEGAL =
  '<p>Nothing on these pages may be printed, sold or lent without the written consent of the society, which will be glad to give it to any school.</p>';
const mainTextOf = (body: string): string => parsePage(`<title>t</title><body>${body}`, URL).mainText;

describe('the header of an article outside of an element of its own', () => {
  const head = '<h1>Pruning apple trees</h1><p>Why winter is the best time of the year for it, and what to do.</p>';
  const text = '<p>Cut close to a bud, so that the wound closes soon and no disease gets into the wood of it.</p>';
  const site = '<header><a href="/">Garden</a><nav><a href="/a">A</a></nav></header>';

  it.each([
    ['<header>', '</header>'],
    [`${site}<header class="entry-header">`, '</header>'],
    ['<div class="header">', '</div>'],
  ])('is main content: %s', (start, end) => {
    const page = `${start}${head}${end}<div>${text}${text}</div>`;
    expect(mainTextOf(page)).toMatch(/^Pruning apple trees Why winter .* Cut close/);
    expect(mainHtml(page, URL, 10_000).html).toContain('<h1>Pruning');
  });

  it.each([
    ['of a page with a heading of its own', `<header>${head}</header><main><h1>Figs</h1>${text}</main>`],
    [
      'with a link to the site',
      `<header>${head.replace('>Pruning apple trees', '><a href="/">P</a>')}</header>${text}`,
    ],
    ['marked as the banner', `<div role="banner">${head}</div>${text}`],
  ])('is another one: %s', (_, page) => {
    expect(mainTextOf(`${page}${text}`)).not.toContain('Why winter');
  });
});

describe('the main text in any script', () => {
  it.each([
    [
      'Chinese',
      [
        '苹果树要在冬天修剪。',
        '剪口应当靠近芽眼，这样伤口愈合得比较快，病菌也不容易进去。',
        '修剪下来的枝条可以烧掉。',
      ],
    ],
    ['Greek', ['Πότε κλαδεύονται οι μηλιές;', 'Οι μηλιές κλαδεύονται τον χειμώνα.', 'Γιατί;']],
    [
      'Japanese',
      [
        'りんごの木は冬に剪定します。',
        '切り口は芽の近くにすると、傷が早くふさがり、病気にもなりにくくなります。',
        '切った枝は燃やします！',
      ],
    ],
    [
      'Thai',
      [
        'ต้นแอปเปิลต้องตัดแต่งกิ่งในฤดูหนาวก่อนที่ตาจะเริ่มผลิ',
        'รอยตัดควรอยู่ใกล้ตา เพื่อให้แผลหายเร็วและเชื้อโรคเข้าไปได้ยากขึ้น',
        'กิ่งที่ตัดออกแล้วควรนำไปเผาทิ้งให้หมดทุกครั้ง',
      ],
    ],
    ['Burmese', ['ပန်းသီးပင်ကို ဆောင်းရာသီတွင် ကိုင်းဖြတ်ပါ။', 'ဖြတ်ရာသည် အဖူးနှင့်နီးသင့်သည်၊ ထိုသို့ဆိုလျှင် အနာသည် မြန်မြန်ကျက်သည်။']],
    ['Hindi', ['सेब के पेड़ की छँटाई सर्दियों में होती है।', 'कटाव कली के पास होना चाहिए।', 'कटी हुई डालियाँ जला दें।']],
    ['Arabic', ['تقلم أشجار التفاح في فصل الشتاء.', 'هل يجب أن يكون القطع قريبا من البرعم؟', 'تحرق الأغصان المقطوعة.']],
    ['Armenian', ['Խնձորենին էտում են ձմռանը։', 'Կտրվածքը պետք է մոտ լինի բողբոջին։']],
    ['Korean', ['사과나무는 겨울에 가지치기를 한다.', '자른 자리는 눈에 가까워야 빨리 아문다.']],
    ['English', ['Apple trees are pruned in winter.', 'Cut close to a bud.', 'Burn the wood.']],
  ])('has all paragraphs, the first with its heading: %s', (_, paragraphs) => {
    const text = mainTextOf(`<h1>Malus</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('')}${LEGAL}`);
    expect(text.startsWith(`Malus ${paragraphs.join(' ')}`)).toBe(true);
  });

  it.each([
    ['Thai', ['ชีสทำจากนม', 'บ่มไว้หลายเดือน', 'รสชาติเค็มมัน', 'กินกับขนมปัง']],
    ['Khmer', ['ឈីសធ្វើពីទឹកដោះគោ', 'ទុកច្រើនខែ', 'រសជាតិប្រៃ']],
    [
      'verses',
      [
        'The leaves come down<br>upon the town<br>and all is brown',
        'The wind goes<br>without a sound<br>',
        'And I<br>am here<br>',
      ],
    ],
  ])('has short paragraphs without marks at their ends: %s', (_, paragraphs) => {
    const text = mainTextOf(`<h1>Malus</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('')}${LEGAL}`);
    expect(text).toContain(`Malus ${paragraphs.join(' ').replaceAll('<br>', ' ').replaceAll(/ +/g, ' ').trim()}`);
  });

  it('has a sentence with many links among others, but no line of links', () => {
    const linked =
      'The <a href="/a">orchard</a> of <a href="/b">old apple trees</a> lies in <a href="/c">Riverside</a> near <a href="/d">the sea</a>, and was planted by <a href="/e">King John</a>.';
    const links = '<a href="/a">Old apple trees</a> and <a href="/b">pear trees of the king</a>.';
    const text = mainTextOf(`<h1>Malus</h1><p>${linked}</p>${LEGAL}<p>${links}</p>`);
    expect(text).toContain('Malus The orchard of old apple trees lies');
    expect(text).not.toContain('pear trees');
  });

  it('has a paragraph that is one link between others, and the paragraph behind it', () => {
    const linked = '<p><a href="/a">Rennet from calves sets the milk, and the whey is drained off.</a></p>';
    const text = mainTextOf(`<h1>Malus</h1>${LEGAL}${linked}${LEGAL}`);
    expect(text.match(/Nothing on these pages/g)).toHaveLength(2);
    expect(text).toContain('Rennet from calves');
    for (const teasers of [
      linked.repeat(2),
      `<h2>More</h2>${linked}<h2>And more</h2>`,
      linked.replace(/ sets .*off/, ''),
    ])
      expect(mainTextOf(`<h1>Malus</h1>${LEGAL}${teasers}`)).not.toContain('Rennet');
  });

  it('leaves links out of a page without other boilerplate, unless they have most of the text', () => {
    const menu = '<a href="/a">ホーム</a><br><a href="/b">会社概要</a>';
    const article = 'チーズは牛乳から作られます<br>長い時間をかけて熟成させます<br>味は塩辛くて濃厚です';
    const page = (content: string): string => `<table><tr><td>${menu}<td>${content}</table>`;
    expect(mainTextOf(page(article))).toBe(article.replaceAll('<br>', ' '));
    expect(mainTextOf(page('チーズ'))).toBe('ホーム 会社概要 チーズ');
  });

  it('finds an article without spaces among links in the same script', () => {
    const menu = '<p><a href="/a">首页</a> <a href="/b">水果</a> <a href="/c">联系我们</a></p>';
    const article = '苹果树要在冬天修剪，剪口应当靠近芽眼，这样伤口愈合得比较快，病菌也不容易进去。'.repeat(3);
    expect(mainTextOf(`${menu}<p>${article}</p>${menu}`)).toBe(article);
  });
});

describe('the main text of what is short', () => {
  const INTRODUCTION = `<p>${'This is how our grandmother made jam from the plums that grew behind her house. '.repeat(2)}</p>`;

  it.each([
    [
      'steps of a recipe',
      '<h2>Method</h2><p>Stone the plums.</p><p>Weigh them.</p><div>Boil for an hour!</div>',
      'Method Stone the plums. Weigh them. Boil for an hour!',
    ],
    [
      'steps with headings of their own',
      '<h3>Step 1</h3><p>Stone the plums.</p><h3>Step 2</h3><p>Weigh them.</p>',
      'Step 1 Stone the plums. Step 2 Weigh them.',
    ],
    [
      'a list',
      '<h2>You need</h2><ul><li>2 pounds of plums<li>sugar</ul><h2>Yield</h2>',
      'You need 2 pounds of plums sugar',
    ],
    [
      'a list of paragraphs',
      '<h2>You need</h2><ul><li><p>2 pounds of plums</p></li><li><p>sugar</p></li></ul>',
      'You need 2 pounds of plums sugar',
    ],
    [
      'code and its introduction',
      '<h2>Scale</h2><p>Call the function:</p><p>It takes the weight in grams:</p><pre>jam(plums,\n  500)</pre><p>Done.</p>',
      'It takes the weight in grams: jam(plums, 500) Done.',
    ],
    [
      'clauses',
      '<h2>Section 1</h2><p>(1) In this Act—</p><p>(a) jam means boiled fruit; and</p><p>(b) fruit means plums.</p>',
      'Section 1 (1) In this Act— (a) jam means boiled fruit; and (b) fruit means plums.',
    ],
    [
      'answers beside their votes',
      '<h2>How long?</h2><p>For how long do I boil it?</p><div>12</div><p>For an hour.</p><div>(3)</div><p>Until it sets.</p>',
      'For an hour. Until it sets.',
    ],
    [
      'short texts that open by their titles',
      '<details><summary>Stones</summary><p>Leave them.</p></details><details><summary>Skins</summary><p>Keep them in.</p></details>',
      'Stones Leave them. Skins Keep them in.',
    ],
    [
      'a list of references',
      '<h2>Books</h2><ul><li>Plum, A. <a href="/a">On jam and jelly</a>. 1990.</li><li>Quince, B. <a href="/b">Fruit</a>, second edition.</li></ul>',
      'Books Plum, A. On jam and jelly. 1990. Quince, B. Fruit, second edition.',
    ],
    [
      'a title above its author',
      '<h1>Jelly</h1><div>By <a href="/ann">Ann Plum</a>, 2020</div><p>Take ripe fruit only, and cut away what is brown, or the jam will not keep for longer than some weeks.</p>',
      'Jelly Take ripe',
    ],
    [
      'definitions in paragraphs',
      '<dl><dt>Pectin<dd><p>It makes the jam set.</p><dt>Scum<dd><p>Take it off.</p></dl>',
      'Pectin It makes the jam set. Scum Take it off.',
    ],
    [
      'rows of a table',
      '<h2>Amounts</h2><table><tr><th>Fruit<th>Sugar<tr><td>plums<td>500 g<tr><td>quinces<td><p>700 g</p></table>',
      'Amounts Fruit Sugar plums 500 g quinces 700 g',
    ],
    [
      'a sentence with a note',
      '<h2>Origin</h2><p>She had it from her aunt.<a href="#n1">[1]</a></p>',
      'Origin She had it from her aunt.[1]',
    ],
  ])('keeps %s', (_, html, expected) => {
    expect(mainTextOf(`<h1>Jam</h1>${INTRODUCTION}<p><a href="/x">All of our recipes</a></p>${html}`)).toContain(
      expected,
    );
  });

  it('keeps a page of a few words, whatever they look like', () => {
    const page =
      '<h1>Contact</h1><p>Plum Jam Ltd</p><address>Orchard Lane 1<br>8000 Town by the lake</address><p>Tel. 123</p>';
    expect(mainTextOf(page)).toBe('Contact Plum Jam Ltd Orchard Lane 1 8000 Town by the lake Tel. 123');
  });

  it('keeps lines of code together, also in elements of their own', () => {
    const lines = ['plums = 500;', 'if (ripe) {', 'boil(plums);', '}', 'done();'];
    const textOf = (code: string) => mainTextOf(`<h1>Jam</h1>${INTRODUCTION}<pre>${code}</pre>${INTRODUCTION}`);
    const expected = textOf(lines.join('\n'));
    expect(expected).toContain('if (ripe) { boil(plums); } done();');
    expect(textOf(lines.map((line) => `<div>${line}</div>`).join(''))).toBe(expected);
  });

  it('keeps the shortest introductions of code', () => {
    const page = `<h1>Jam</h1>${INTRODUCTION}<pre>boil plums</pre><p>Then:</p><pre>fill jars</pre>${INTRODUCTION}`;
    expect(mainTextOf(page)).toContain('boil plums Then: fill jars');
  });

  it.each([
    ['labels', '<div>Search</div><div>Language</div>'],
    [
      'a table of contents',
      '<h2>On this page</h2><ul><li><a href="#a">Fruit and sugar</a><li><a href="#b">Boiling and filling</a></ul>',
    ],
    ['a menu in cells', '<table><tr><td><a href="/1">Jams</a><td><a href="/2">Jellies of all kinds</a><td>|</table>'],
    ['a sentence far from all others', '<p><a href="/1">More</a></p><p>Join us today.</p><p><a href="/2">Join</a></p>'],
  ])('leaves out %s', (_, html) => {
    const more = '<p><a href="/x">All of our recipes</a></p>';
    expect(mainTextOf(`${INTRODUCTION}${more}${html}`)).toBe(mainTextOf(`${INTRODUCTION}${more}`));
  });
});

describe('what class or id call something else than main content', () => {
  const PROSE = 'Bees find their way back to the hive by the sun, by landmarks and, close to it, by its smell. '
    .repeat(3)
    .trim();
  const NOTE =
    'The society has kept bees since 1911. Its members meet on Mondays in the old mill, and guests are welcome at any time.';
  const panels = `<ul><li><a href="#one">Flight</a><li><a href="#two">Honey</a></ul><div id="one"><p>${PROSE}</p></div><div id="two"><p>${PROSE}</p></div>`;
  const bothOf = (html: string): string[] => [mainTextOf(html), mainHtml(html, URL, 100_000).html];

  it.each(['id="tabs"', 'class="menu-wrap"', 'class="nav container"'])(
    'is content where it has long paragraphs: %s',
    (attribute) => {
      const html = `<h1>Bees</h1><p>${NOTE}</p><div ${attribute}>${panels}</div>`;
      for (const found of bothOf(html)) expect(found.split('landmarks')).toHaveLength(7);
      expect(mainTextOf(html)).not.toContain('Flight');
    },
  );

  it('is content where a navigation has short sentences and tables without links', () => {
    const short = '<div><p>They dance in the dark.</p><p>Others follow the dance.</p></div>';
    const table =
      '<table><tr><th>Range<td>Some three kilometres of flight<tr><th>Speed<td>About seven metres a second</table>';
    for (const panel of [short, table])
      for (const found of bothOf(
        `<h1>Bees</h1><p>${PROSE}</p><div id="tabs"><ul><li><a href="#a">Flight</a></ul>${panel}</div>`,
      ))
        expect(found).toMatch(/Others follow the dance|seven metres/);
  });

  it('is content where the page has little else', () => {
    for (const found of bothOf(`<h1>Bees</h1><div class="widget">${panels}</div>`))
      expect(found).toContain('landmarks');
  });

  it.each([
    'id="onetrust-consent-sdk"',
    'id="CybotCookiebotDialog"',
    'id="didomi-host"',
    'class="qc-cmp2-container"',
    'class="cc-window cc-banner cc-type-info"',
    'class="js-cookie-consent"',
    'class="Cookie_banner__x1Y2"',
    'id="cookiebanner"',
    'id="gdpr_popup"',
    'class="privacy-banner"',
    'class="m-cookie-bar__text"',
    'class="rgpd-bandeau"',
    'id="dsgvo-hinweis"',
    'id="sp_message_container_123"',
    'class="moove-gdpr-infobar"',
    'id="consent-tracking"',
    'id="popin_tc_privacy"',
    'role="dialog" aria-label="Wir verwenden Cookies"',
    'role="alertdialog" aria-label="Privacy"',
    'role="region" aria-label="Cookie banner"',
  ])('is no content if it is a consent notice, though it says more than the page: %s', (attribute) => {
    const page = `<h1>Bees</h1><p>${NOTE}</p>`;
    for (const html of [
      `${page}<div ${attribute}><div>${panels}</div></div>`,
      `${page}<div id="footer"><section ${attribute}>${panels}</section></div>`,
    ])
      expect(bothOf(html)).toEqual(bothOf(page));
    expect(bothOf(`<div ${attribute}>${panels}</div>`)[0]).toContain('landmarks');
  });

  it.each(['js-consent', 'eu-cookie', 'gdpr', 'privacy-settings', 'cookie-info', 'iubenda-cs-container'])(
    'is no content if its name is one of notices and of pages, and it says less than the page: %s',
    (name) => {
      const page = `<h1>Bees</h1><p>${panels}</p><p>${panels}</p>`;
      expect(bothOf(`${page}<div id="${name}"><p>${NOTE}</p></div>`)).toEqual(bothOf(page));
    },
  );

  it('keeps the linked headings of teasers', () => {
    const teaser = (n: number): string =>
      `<h2><a href="/${n}">Hive ${n}</a></h2><p>${NOTE} <a href="/${n}">More</a></p>`;
    for (const found of [mainTextOf(`<nav><a href="/">Home</a></nav>${teaser(1)}${teaser(2)}`)])
      expect(found).toMatch(/Hive 1 The society .* Hive 2 The society/);
  });

  it.each([
    'role="dialog" aria-modal="true"',
    'role="alertdialog"',
    'class="newsletter-popup"',
    'class="js-newsletterSignup"',
    'id="age-gate"',
    'class="ageVerification age-verification-modal"',
    'id="adblock_overlay"',
    'class="exit-intent-popup"',
    'class="paywall-overlay"',
  ])('is no content if it stands over the page and says less: %s', (attribute) => {
    const page = `<h1>Bees</h1><p>${panels}</p><p>${panels}</p>`;
    expect(bothOf(`${page}<div ${attribute}><h2>Wait</h2><p>${NOTE}</p></div>`)).toEqual(bothOf(page));
    expect(bothOf(`${page}<dialog open><p>${NOTE}</p></dialog>`)).toEqual(bothOf(page));
  });

  it.each(['class="age"', 'class="newsletter"', 'class="overlay"', 'class="signup-guide"', 'class="modal-verbs"'])(
    'is content though its name has one of their words: %s',
    (attribute) => {
      for (const found of bothOf(`<h1>Bees</h1><p>${panels}</p><p>${panels}</p><div ${attribute}><p>${NOTE}</p></div>`))
        expect(found).toContain('1911');
    },
  );

  it.each([
    'id="cookies"',
    'id="gdpr"',
    'class="js-consent"',
    'class="privacy-settings"',
    'class="cc"',
    'role="dialog" aria-label="Bees"',
    'role="region" aria-label="Cookies and their recipes"',
    'class="privacy-notice"',
    'class="cookie-recipes"',
    'class="cookie-policy"',
    'class="page cookie-banner-open"',
  ])('is content where it is about cookies: %s', (attribute) => {
    for (const found of bothOf(`<h1>Cookies</h1><p>Baked.</p><div ${attribute}>${panels}</div>`))
      expect(found).toContain('landmarks');
  });

  it.each([
    [
      'a menu with a word on each of its links',
      `<div class="nav">${'<p><a href="/x">Hives and tools of all kinds</a> for beginners.</p>'.repeat(4)}</div>`,
    ],
    ['a footer with a long paragraph', `<div id="footer"><p>${NOTE}</p></div>`],
    ['a navigation by its element', `<nav><p>${NOTE}</p></nav>`],
    ['a navigation by its role', `<div role="navigation" class="menu"><p>${NOTE}</p></div>`],
    ['what is hidden in it', `<div class="menu" hidden><p>${NOTE}</p></div>`],
  ])('is none: %s', (_, html) => {
    const page = `<h1>Bees</h1><p>${PROSE}</p>`;
    for (const [found, expected] of [
      [mainTextOf(page + html), mainTextOf(page)],
      [mainHtml(page + html, URL, 100_000).html, mainHtml(page, URL, 100_000).html],
    ])
      expect(found).toBe(expected);
  });
});

it('has no signs of links to headings in them', () => {
  const { text, headings } = parsePage('<h2>Salt<a href="#s">¶</a></h2><h2><a href=#b>#</a>Brine &para;</h2>', URL);
  expect({ text, headings }).toEqual({ text: 'Salt Brine ¶', headings: ['Salt', 'Brine ¶'] });
});

it('keeps fields apart, and words together that have elements of the page’s own', () => {
  const textOf = (body: string): string => parsePage(body, URL).text;
  expect(textOf('<x-name>Brie</x-name><x-kind>soft</x-kind>')).toBe('Brie soft');
  expect(textOf('a<x-b>c</x-b>d (<x-t>1</x-t>)')).toBe('acd (1)');
  expect(textOf('<x-b style="display:block">a</x-b>b')).toBe('a b');
  expect(textOf('<button>a</button>b')).toBe('a b');
});
