import fc from 'fast-check';
import iconv from 'iconv-lite';
import { decodeHtml } from './charset.js';
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
  ])('%s: %s', (html, encoding) => {
    expect(declaredEncoding(bytes(html))).toBe(encoding);
  });

  it('ends on any bytes', () => {
    fc.assert(fc.property(fc.stringMatching(/^[<>!?\-/a-z="' ]{0,80}$/), (noise) => {
      declaredEncoding(bytes(`${noise}<meta ${noise}`));
      return true;
    }));
  });

  it('takes time in proportion to its 4 KiB on a hostile start', () => {
    const hostile = ['<'.repeat(1e6), '<meta '.repeat(2e5), `<meta ${'a='.repeat(5e5)}`, `<p ${' /'.repeat(5e5)}`].map((text) => bytes(text));
    const started = performance.now();
    for (const body of hostile) declaredEncoding(body);
    expect(performance.now() - started).toBeLessThan(200);
  });
});

describe('decodeHtml', () => {
  const russian = 'Привет, это обычный русский текст про поисковых роботов и страницы, которые они читают.';
  it.each<[string, Buffer, string, string, string]>([
    ['byte order mark before all else', bytes('\uFEFF<meta charset=koi8-r>ж', 'utf8'), 'text/html; charset=big5', 'utf-8', '<meta charset=koi8-r>ж'],
    ['UTF-16 by its mark', Buffer.concat([Buffer.from([0xff, 0xfe]), bytes('<p>ж', 'utf-16le')]), '', 'utf-16le', '<p>ж'],
    ['header before meta', bytes('<meta charset=koi8-r>ж', 'windows-1251'), 'text/html;charset="windows-1251"', 'windows-1251', '<meta charset=koi8-r>ж'],
    ['meta', bytes('<meta charset=koi8-r>ж', 'koi8-r'), 'text/html', 'koi8-r', '<meta charset=koi8-r>ж'],
    ['UTF-8 undeclared', bytes('<p>жé', 'utf8'), 'text/html', 'utf-8', '<p>жé'],
    ['UTF-8 cut within a character', bytes('<p>жé', 'utf8').subarray(0, -1), '', 'utf-8', '<p>ж\uFFFD'],
    ['ASCII', bytes('<p>plain'), '', 'utf-8', '<p>plain'],
    ['detection', bytes(`<p>${russian}`, 'windows-1251'), '', 'windows-1251', `<p>${russian}`],
    ['windows-1252, its quotes too', bytes('<p>\u2018caf\u00e9\u2019', 'windows-1252'), 'text/html; charset=iso-8859-1', 'windows-1252', '<p>\u2018caf\u00e9\u2019'],
    ['damaged UTF-8 stays UTF-8', Buffer.from([0x61, 0xff, 0x62]), 'text/html; charset=utf-8', 'utf-8', 'a\uFFFDb'],
  ])('%s', (_what, body, contentType, charset, text) => {
    expect(decodeHtml(body, contentType)).toEqual({ charset, text });
  });

  it('never throws, whatever bytes and header say', () => {
    const labels = fc.constantFrom('', 'utf-8', 'replacement', 'x-user-defined', 'iso-2022-kr', 'hz-gb-2312', 'utf-7', '"', 'utf-16');
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), labels, (body, label) => typeof decodeHtml(body, `text/html; charset=${label}`).text === 'string'));
  });
});
