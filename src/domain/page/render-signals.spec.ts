import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { measurePage, renderGain, renderSignal, renderSignalOf, unrenderedReason } from './render-signals.js';

const words = (count: number): string => Array.from({ length: count }, (_, i) => `word${i} `).join('');
const links = (count: number): string =>
  Array.from({ length: count }, (_, i) => `<a href="/page/${i}">link</a> `).join('');
const signal = (html: string): string => {
  const of = renderSignal(measurePage(html));
  expect(renderSignalOf(html)).toBe(of);
  return of;
};
const gain = (sent: string, rendered: string): string => renderGain(measurePage(sent), measurePage(rendered));

describe('measurePage', () => {
  it('counts what a reader sees', () => {
    const measure = measurePage(
      '<head><title>no</title><style>no{}</style><script>no()</script></head><body>ab1 é <svg><text>no</text></svg><template>no</template>' +
        '<noscript>no</noscript> 漢字<a href="/x#1">c</a><a href="/x#2">d</a><a href="#y">e</a><a href="javascript:f()">f</a><a>g</a>',
    );
    expect(measure).toMatchObject({
      letters: 11,
      links: new Set(['/x']),
      scripts: 1,
      loadedScripts: 0,
      emptyRoot: false,
      noscriptNotice: false,
    });
  });

  it('reads bodies of pages that forget to close their head', () => {
    expect(measurePage('<html><head><meta charset=utf-8><body>text').letters).toBe(4);
  });

  it('takes data blocks for no scripts', () => {
    expect(
      measurePage(
        '<script type="application/ld+json">{}</script><script type="text/template">x</script><script type=module src=a.js></script>',
      ),
    ).toMatchObject({ scripts: 1, loadedScripts: 1 });
  });

  it('reads links alike as written and as a browser writes them', () => {
    expect(measurePage('<a href=/x?a=1&b=2>x</a>').links).toEqual(measurePage('<a href="/x?a=1&amp;b=2">x</a>').links);
  });

  it('never throws, and counts no more letters than characters', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '<div id=root>',
        '</div>',
        '<script>',
        '</script>',
        '<noscript>',
        '<a href="',
        '<',
        '<!--',
        '</',
        '\0',
        '&#x',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const html = pieces.join('');
        const measure = measurePage(html);
        expect(measure.letters).toBeLessThanOrEqual(html.length);
        expect(renderGain(measure, measure)).not.toBe('gain');
        expect(renderSignalOf(html)).toBe(renderSignal(measure));
      }),
    );
  });
});

describe('renderSignal', () => {
  const script = '<script src="/app.js"></script>';
  it.each([
    ['empty body', `<body><div id="root"></div>${script}`],
    ['empty body', `<body><h1>Wait</h1>${script}`],
    ['framework root', `<nav>${words(40)}${links(10)}</nav><div id="app"><p>Loading</p></div>${script}`],
    ['framework root', `<body>${words(40)}<app-root></app-root>${script}`],
    ['framework root', `<body>${words(400)}<div ng-controller="List"></div>${script}`],
    ['noscript notice', `<body>${words(40)}${links(10)}<noscript>Please enable JavaScript.</noscript>${script}`],
    ['few links', `<body>${words(60)}<a href="/">home</a>${script}`],
    ['few links', `<body>${words(900)}${script.repeat(6)}`],
    ['empty body', `<body style="display:none">${words(400)}${links(20)}${script}`],
    [
      'hidden text',
      `<nav>${words(40)}${links(10)}</nav><main style="a:b; visibility : hidden">${words(400)}</main>${script}`,
    ],
    ['hidden text', `<nav>${words(400)}${links(10)}</nav><main hidden><main>a</main>${words(900)}</main>${script}`],
    ['hidden text', `<nav>${words(40)}${links(10)}</nav><dialog>${words(400)}</dialog>${script}`],
    ['empty body', `<body style="display:none" onload="document.body.style.display = ''">${words(400)}`],
    ['none', `<nav>${words(40)}${links(10)}</nav><main hidden>${words(400)}</main>`],
    ['none', `<nav>${words(400)}${links(10)}</nav><main hidden=until-found>${words(900)}</main>${script}`],
    ['none', `<p>${words(100)}${links(10)}</p><form hidden>${words(90)}</form>${script}`],
    ['none', `<x-a><template shadowrootmode=open>${words(400)}${links(10)}</template></x-a>${script}`],
    ['none', `<body>${words(900)}${links(20)}${script.repeat(6)}<noscript>Enable JavaScript</noscript>`],
    ['none', `<body><div id="root">${words(100)}${links(20)}</div>${script}`],
    ['none', '<body><div id="root"></div>'],
    ['none', '<body>short'],
  ])('is %s', (expected, html) => {
    expect(signal(html)).toBe(expected);
  });
});

describe('unrenderedReason', () => {
  const script = '<script src="/app.js"></script>';
  it.each([
    ['never: empty body', '', `<div id="root"></div>${script}`],
    ['never: framework root', words(40), `<nav>${words(40)}${links(10)}</nav><div id="app"></div>${script}`],
    ['never: noscript notice', words(40), `<p>${words(40)}</p><noscript>Please enable JavaScript.</noscript>${script}`],
    [null, words(60), `<body>${words(60)}<a href="/">home</a>${script}`],
    [null, words(900), `<body>${words(900)}<div id="root"></div>${script}`],
    [null, '', '<div id="root"></div>'],
  ])('is %s', (expected, text, html) => {
    expect(unrenderedReason(html, text)).toBe(expected);
  });
});

describe('renderGain', () => {
  it.each([
    ['gain', '<div id=root></div>', `<div id=root>${links(3)}</div>`],
    [
      'gain',
      '<div id=root></div>',
      '<div id=root>One sentence, which is all there is to say on this page, and no more than that was to be expected.</div>',
    ],
    ['gain', words(100), words(200)],
    ['gain', `<main hidden>${words(100)}</main>`, `<main>${words(100)}</main>`],
    ['gain', '<x-a></x-a>', `<x-a><template shadowrootmode=open>${words(100)}</template></x-a>`],
    ['gain', words(100) + links(4), words(100) + links(8)],
    ['none', words(100) + links(20), words(103) + links(22)],
    ['none', words(100) + links(20), words(100) + links(20)],
    ['loss', words(100) + links(20), words(20) + links(20)],
    ['loss', words(100) + links(20), words(100) + links(2)],
  ])('is %s', (expected, sent, rendered) => {
    expect(gain(sent, rendered)).toBe(expected);
  });
});
