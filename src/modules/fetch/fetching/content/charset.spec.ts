import fc from 'fast-check';
import iconv from 'iconv-lite';
import { cpuMs, LINEAR_MS } from '../../../../../test/support/cpu-time.js';
import { decodeHtml, decodeRobots } from './charset.js';
import { declaredEncoding } from './meta-charset.js';

const bytes = (text: string, encoding = 'latin1'): Buffer => iconv.encode(text, encoding);

describe('declaredEncoding', () => {
  it.each([
    ['<meta charset=utf-8>', 'utf-8'],
    ['<META CHARSET="Latin1">', 'windows-1252'],
    ["<html><head><meta name=x><meta charset='koi8-r'/>", 'koi8-r'],
    ['<meta http-equiv="Content-Type" content="text/html; charset=euc-jp">', 'euc-jp'],
    ['<meta content="text/html;charset=gb2312" http-equiv=content-type>', 'gbk'],
    ['<meta content="text/html; charset=gb2312">', null],
    ['<!-- <meta charset=koi8-r> --><meta charset=big5>', 'big5'],
    ['<!-- <meta charset=koi8-r>', null],
    ['<p title="<meta charset=koi8-r>"><meta charset=big5>', 'big5'],
    ['<meta charset=utf-16le>', 'utf-8'],
    ['<meta charset=nonsense><meta charset=big5>', 'big5'],
    ['<?xml version="1.0" encoding="iso-8859-2"?><html>', 'iso-8859-2'],
    ['<metadata charset=koi8-r>', null],
    ['<title>no declaration</title>', null],
    ['', null],
    // Browsers change the encoding while they parse: late, but still in the head.
    [`<head><style>${'.x{}'.repeat(2_000)}</style><meta charset=koi8-u>`, 'koi8-u'],
    [`<title>t</title><!--${' '.repeat(9_000)}--><META http-equiv=content-type content='a;charset=Big5'>`, 'big5'],
    [`<script>${'x;'.repeat(3_000)}"<meta charset=koi8-r>"</script><meta charset=euc-kr>`, 'euc-kr'],
    [
      '<script>write("<meta charset=koi8-r>")</script><title><meta charset=big5></title><meta charset=euc-kr>',
      'euc-kr',
    ],
    [`<style>${' '.repeat(9_000)}<meta charset=koi8-r></styles></style >`, null],
    [`<head>${'<link>'.repeat(2_000)}</head><meta charset=koi8-u>`, null],
    [`${'<link>'.repeat(2_000)}<body><meta charset=koi8-u>`, null],
    [`<script>"</head>"</script><!--<body>--><style>${' '.repeat(9_000)}</style><meta charset=koi8-u>`, 'koi8-u'],
    [`<!--${' '.repeat(4_064)}--><meta charset="iso-8859-15">`, 'iso-8859-15'],
    ['<meta charset=x-user-defined>', 'windows-1252'],
    ['<meta charset=utf8mb4>', 'utf-8'],
    ['<meta charset=MacRoman>', 'macintosh'],
    ['<meta charset=Latin-2>', 'iso-8859-2'],
    ['<meta charset=win-1251>', 'windows-1251'],
    ['<meta charset=ISO_8859-15:1999>', 'iso-8859-15'],
    ['<meta charset=cp-12510>', null],
    ['<meta charset=cp932>', 'shift_jis'],
    ['<meta charset=eucJP-win>', 'euc-jp'],
    ['<meta charset=UHC>', 'euc-kr'],
    ['<meta charset=ks_c_5601>', 'euc-kr'],
    ['<meta charset=CP936>', 'gb18030'],
    ['<meta charset=cp950>', 'big5'],
    ['<meta charset=8859-2>', 'iso-8859-2'],
    ['<meta charset=iso-2022-jp-1>', 'iso-2022-jp'],
    ['<meta charset=iso-2022-kr><meta charset=euc-kr>', 'euc-kr'],
  ])('%s: %s', (html, encoding) => {
    expect(declaredEncoding(bytes(html))).toBe(encoding);
  });

  it('ends on any bytes', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[<>!?\-/a-z="' ]{0,80}$/), (noise) => {
        declaredEncoding(bytes(`${noise}<meta ${noise}`));
        return true;
      }),
    );
  });

  it('takes time in proportion to its 4 KiB on a hostile start', () => {
    const hostile = ['<'.repeat(1e6), '<meta '.repeat(2e5), `<meta ${'a='.repeat(5e5)}`, `<p ${' /'.repeat(5e5)}`].map(
      (text) => bytes(text),
    );
    expect(cpuMs(() => hostile.forEach((body) => declaredEncoding(body)))).toBeLessThan(LINEAR_MS);
  });
});

describe('decodeRobots', () => {
  const text = 'User-agent: *\nDisallow: /\n';
  /** Each unit of UTF-16 followed by two zeros. */
  const wide = (words: string): Buffer => Buffer.from(words.replaceAll(/./gs, '$&\0'), 'utf16le');
  it.each([
    ['UTF-32', wide(`\uFEFF${text}`)],
    ['UTF-32, big end first', wide(`\uFEFF${text}`).swap32()],
    ['zeros between', Buffer.from(`\0${text}`)],
    ['marks before', Buffer.from(`\uFEFF\uFEFF\u200B${text}`)],
    ['a mark of another encoding', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text)])],
  ])('reads records in spite of %s', (_, body) => {
    expect(decodeRobots(body)).toBe(text);
  });

  it('keeps bytes of a legacy encoding as escapes, and UTF-8 beside them', () => {
    const rules = Buffer.concat([bytes('Disallow: /caf\u00e9\n'), bytes('Disallow: /caf\u00e9', 'utf8')]);
    expect(decodeRobots(rules)).toBe('Disallow: /caf%E9\nDisallow: /café');
  });
});

describe('decodeHtml', () => {
  const russian = 'Привет, это обычный русский текст про поисковых роботов и страницы, которые они читают.';
  const chinese = '网络爬虫是一种自动浏览万维网的程序，它按照一定的规则抓取网页。';
  it.each<[string, Buffer, string, string, string]>([
    [
      'byte order mark before all else',
      bytes('\uFEFF<meta charset=koi8-r>ж', 'utf8'),
      'text/html; charset=big5',
      'utf-8',
      '<meta charset=koi8-r>ж',
    ],
    [
      'UTF-16 by its mark',
      Buffer.concat([Buffer.from([0xff, 0xfe]), bytes('<p>ж', 'utf-16le')]),
      '',
      'utf-16le',
      '<p>ж',
    ],
    [
      'the byte order that the bytes have',
      bytes('<p>ж</p>', 'utf-16be'),
      'text/html;charset=utf-16',
      'utf-16be',
      '<p>ж</p>',
    ],
    [
      'Ukrainian that is not declared',
      bytes('<p>Сад лежить за річкою, у ньому багато старих дерев, які їздять дивитися люди щовесни', 'koi8-u'),
      'text/html',
      'koi8-u',
      '<p>Сад лежить за річкою, у ньому багато старих дерев, які їздять дивитися люди щовесни',
    ],
    [
      'header before meta',
      bytes('<meta charset=koi8-r>ж', 'windows-1251'),
      'text/html;charset="windows-1251"',
      'windows-1251',
      '<meta charset=koi8-r>ж',
    ],
    ['meta', bytes('<meta charset=koi8-r>ж', 'koi8-r'), 'text/html', 'koi8-r', '<meta charset=koi8-r>ж'],
    [
      'no meta in XML',
      bytes('<html><meta charset="koi8-r"/>é</html>', 'utf8'),
      'application/xhtml+xml',
      'utf-8',
      '<html><meta charset="koi8-r"/>é</html>',
    ],
    [
      'meta in XML that is not UTF-8',
      bytes('<html><meta charset="koi8-r"/>ж</html>', 'koi8-r'),
      'application/xhtml+xml',
      'koi8-r',
      '<html><meta charset="koi8-r"/>ж</html>',
    ],
    [
      'the declaration of XML',
      bytes('<?xml version="1.0" encoding="koi8-r"?><html><meta charset="utf-8"/>ж</html>', 'koi8-r'),
      'text/xml',
      'koi8-r',
      '<?xml version="1.0" encoding="koi8-r"?><html><meta charset="utf-8"/>ж</html>',
    ],
    ['UTF-8 undeclared', bytes('<p>жé', 'utf8'), 'text/html', 'utf-8', '<p>жé'],
    ['UTF-8 cut within a character', bytes('<p>жé', 'utf8').subarray(0, -1), '', 'utf-8', '<p>ж\uFFFD'],
    [
      'UTF-8 undeclared, with a damaged character',
      Buffer.concat([bytes(`<p>${russian}`, 'utf8'), Buffer.from([0xd0]), bytes(' <p>конец', 'utf8')]),
      'text/html',
      'utf-8',
      `<p>${russian}\uFFFD <p>конец`,
    ],
    ['ASCII', bytes('<p>plain'), '', 'utf-8', '<p>plain'],
    [
      'escape sequences of ISO-2022-JP, undeclared',
      bytes('<p>\x1b$B%A!<%:\x1b(B</p>'),
      'text/html',
      'iso-2022-jp',
      '<p>チーズ</p>',
    ],
    [
      'escape sequences of ISO-2022-JP, declared as another encoding',
      bytes('<meta charset=shift_jis><p>\x1b$B%A!<%:\x1b(B</p>'),
      'text/html; charset=utf-8',
      'iso-2022-jp',
      '<meta charset=shift_jis><p>チーズ</p>',
    ],
    ['detection', bytes(`<p>${russian}`, 'windows-1251'), '', 'windows-1251', `<p>${russian}`],
    [
      'windows-1252, its quotes too',
      bytes('<p>\u2018caf\u00e9\u2019', 'windows-1252'),
      'text/html; charset=iso-8859-1',
      'windows-1252',
      '<p>\u2018caf\u00e9\u2019',
    ],
    [
      'damaged UTF-8 stays UTF-8',
      Buffer.concat([bytes('жжжж', 'utf8'), Buffer.from([0xff, 0x62])]),
      'text/html; charset=utf-8',
      'utf-8',
      'жжжж\uFFFDb',
    ],
    [
      'UTF-8 declared for windows-1251, by header',
      bytes(`<p>${russian}`, 'windows-1251'),
      'text/html; charset=utf-8',
      'windows-1251',
      `<p>${russian}`,
    ],
    [
      'UTF-8 declared by header, the truth by meta',
      bytes(`<meta charset=koi8-r>${russian}`, 'koi8-r'),
      'text/html; charset=UTF-8',
      'koi8-r',
      `<meta charset=koi8-r>${russian}`,
    ],
    [
      'a legacy default over UTF-8',
      bytes(`<meta charset=utf-8>${russian}`, 'utf8'),
      'text/html; charset=ISO-8859-1',
      'utf-8',
      `<meta charset=utf-8>${russian}`,
    ],
    [
      'a legacy declaration in UTF-8',
      bytes(`<meta charset=windows-1251>${russian}`, 'utf8'),
      'text/html',
      'utf-8',
      `<meta charset=windows-1251>${russian}`,
    ],
    ['GBK over UTF-8', bytes(`<p>${chinese}`, 'utf8'), 'text/html; charset=gb2312', 'utf-8', `<p>${chinese}`],
    [
      'too little to overrule a declaration',
      bytes('<p>\u00c3\u00a9', 'latin1'),
      'text/html; charset=iso-8859-1',
      'windows-1252',
      '<p>\u00c3\u00a9',
    ],
    ['UTF-16 declared for ASCII', bytes('<p>plain text'), 'text/html; charset=utf-16', 'utf-8', '<p>plain text'],
    ['UTF-16 declared and true', bytes('<p>ж', 'utf-16be'), 'text/html; charset=utf-16be', 'utf-16be', '<p>ж'],
    ['UTF-16 declared as UTF-8', bytes('<html>ж', 'utf-16le'), 'text/html; charset=utf-8', 'utf-16le', '<html>ж'],
    ['UTF-16 declared as Latin-1', bytes('<p>ж', 'utf-16be'), 'text/html; charset=iso-8859-1', 'utf-16be', '<p>ж'],
    ['UTF-16 that nothing declares, little end first', bytes('<html>ж', 'utf-16le'), '', 'utf-16le', '<html>ж'],
    ['UTF-16 that nothing declares, big end first', bytes(' <html>ж', 'utf-16be'), '', 'utf-16be', ' <html>ж'],
    ['an unknown label', bytes(`<p>${russian}`, 'koi8-r'), 'text/html; charset=no-such', 'koi8-u', `<p>${russian}`],
  ])('%s', (_what, body, contentType, charset, text) => {
    expect(decodeHtml(body, contentType)).toEqual({ charset, text });
  });

  const samples: Readonly<Record<string, string>> = {
    'windows-1250': 'Zażółć gęślą jaźń',
    'windows-1251': russian,
    'windows-1252': 'Größe, façade – “cœur” €',
    'windows-1253': 'Ξεσκεπάζω την ψυχοφθόρα',
    'windows-1254': 'Pijamalı hasta yağız şoföre',
    'windows-1255': 'דג סקרן שט בים',
    'windows-1256': 'نص حكيم له سر قاطع',
    'windows-1257': 'Įlinkdama fechtuotojo špaga',
    'iso-8859-2': 'Příliš žluťoučký kůň',
    'iso-8859-5': russian,
    'iso-8859-7': 'Ξεσκεπάζω',
    'iso-8859-15': '€ cœur',
    'iso-8859-16': 'mulțumesc €',
    'koi8-r': russian,
    'koi8-u': 'Єдиний їжак ґава',
    gbk: chinese,
    gb18030: chinese,
    big5: '網路爬蟲是一種程式',
    shift_jis: '日本語のホームページ',
    'euc-jp': '日本語のホームページ',
    'euc-kr': '한국어 홈페이지',
    'windows-874': 'ภาษาไทย',
    'utf-16le': 'ж',
    'utf-16be': 'ж',
  };
  it.each(Object.entries(samples))('reads %s where it is declared', (encoding, text) => {
    const html = `<p>${text}</p>`;
    expect(decodeHtml(bytes(html, encoding), `text/html; charset=${encoding.toUpperCase()}`)).toEqual({
      charset: encoding,
      text: html,
    });
  });

  it.each([
    ['windows-1251', russian],
    ['koi8-r', russian],
    ['iso-8859-5', russian],
    ['gb18030', chinese.repeat(3)],
    ['big5', '網路爬蟲是一種自動瀏覽全球資訊網的程式，它按照一定的規則抓取網頁內容。'.repeat(3)],
    ['shift_jis', '日本語のホームページへようこそ。このページは文字コードの自動判定のためのものです。'],
    ['euc-jp', '日本語のホームページへようこそ。このページは文字コードの自動判定のためのものです。'],
    ['euc-kr', '한국어 홈페이지에 오신 것을 환영합니다. 이 페이지는 문자 인코딩을 알아내기 위한 것입니다.'],
    ['cp949', '우유에 렌넷을 넣으면 굳어서 치즈가 됩니다. 찦차를 타고 온 펲시맨과 쑛다리 똠방각하.'],
    ['windows-1252', 'Les élèves ont été très étonnés par la façade déjà dégradée de l’hôtel.'],
    ['windows-1253', 'Καλώς ήρθατε στην ελληνική σελίδα. Το κείμενο αυτό είναι γραμμένο στα ελληνικά.'],
    ['cp866', russian],
    ['cp866', 'НОВОСТИ ПЧЕЛОВОДСТВА. КАТАЛОГ УЛЬЕВ И ИНВЕНТАРЯ'],
    ['maccyrillic', russian],
    ['maccyrillic', 'Бджоли збирають мед із квітів і живуть у вуликах увесь рік.'],
    ['windows-1251', 'Пчелите събират мед от цветята и живеят в кошери през цялата година.'],
    ['macintosh', 'Les élèves ont été très étonnés par la façade déjà dégradée de l’hôtel et par le théâtre.'],
    ['macintosh', 'Die Bienen sammeln Honig für den Winter, während der Imker ihre Stöcke prüft.'],
    ['windows-1250', 'Pčele skupljaju med s cvjetova i žive u košnicama cijele godine; pčelar ih čuva.'],
    ['iso-8859-2', 'Pčele skupljaju med s cvjetova i žive u košnicama cijele godine; pčelar ih čuva.'],
    ['windows-1250', 'Pszczoły zbierają miód z kwiatów i żyją w ulu, a pszczelarz dba o nie przez cały rok.'],
    ['windows-1255', 'הדבורים אוספות דבש מהפרחים וחיות בכוורת כל השנה, והכוורן דואג להן תמיד.'],
  ])('detects %s', (encoding, text) => {
    expect(decodeHtml(bytes(`<html><body><p>${text}</p></body></html>`, encoding), '').text).toContain(text);
  });

  it.each([
    ['ja', 'jp', 'euc-jp', 'shift_jis', '日本語の短いページ'],
    ['zh-CN', 'cn', 'gb18030', 'big5', '养蜂'],
    ['zh-Hant', 'tw', 'big5', 'gb18030', '蜜蜂'],
    ['ko', 'kr', 'euc-kr', 'big5', '꿀벌'],
    ['th', 'th', 'windows-874', 'windows-1252', 'ผึ้งเก็บน้ำผึ้งจากดอกไม้'],
    ['lt', 'lt', 'windows-1257', 'windows-1252', 'Bitės renka medų iš gėlių'],
    ['pl-PL', 'pl', 'windows-1250', 'iso-8859-2', 'Pszczoły zbierają miód z kwiatów i żyją w ulu'],
    ['pl', 'pl', 'iso-8859-2', 'windows-1250', 'Pszczoły zbierają miód z kwiatów i żyją w ulu'],
    ['ru', 'ru', 'koi8-u', 'windows-1251', 'Пчелы собирают мед'],
    ['ru', 'ru', 'windows-1251', 'koi8-u', 'ПЧЕЛЫ'],
  ])(
    'reads a short page by the letters of its language, %s or .%s, in %s, not in %s',
    (lang, tld, encoding, _, text) => {
      const html = (attributes: string): Buffer => bytes(`<html${attributes}><p>${text}`, encoding);
      const other = decodeHtml(html(` lang="${lang}"`), 'text/html', 'http://a.example/');
      expect(other).toEqual({ charset: encoding, text: `<html lang="${lang}"><p>${text}` });
      expect(decodeHtml(html(''), 'text/html', `http://a.${tld}/`)).toEqual({
        charset: encoding,
        text: `<html><p>${text}`,
      });
    },
  );

  it('takes no page for one in a language whose letters it lacks', () => {
    const html = bytes(
      '<html lang="pl"><p>Les élèves ont été très étonnés par la façade dégradée de l’hôtel',
      'windows-1252',
    );
    expect(decodeHtml(html, 'text/html', 'http://a.ru/').charset).toBe('windows-1252');
  });

  it('never throws, whatever bytes and header say', () => {
    const labels = fc.constantFrom(
      '',
      'utf-8',
      'replacement',
      'x-user-defined',
      'iso-2022-kr',
      'hz-gb-2312',
      'utf-7',
      '"',
      'utf-16',
    );
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        labels,
        (body, label) => typeof decodeHtml(body, `text/html; charset=${label}`).text === 'string',
      ),
    );
  });
});
