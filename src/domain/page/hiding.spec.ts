import { parsePage } from './index.js';

const URL_ = 'http://example.com/dir/page';

describe('a page that hides all it says until a script shows it', () => {
  const said = 'Rennet sets milk. '.repeat(10);
  it.each<[string, string, string]>([
    ['its body', `<body style="display:none"><p>${said}<script>show()</script>`, said],
    ['a wrapper', `<div id=w style="visibility:hidden">${said}</div><script src=/s></script>`, said],
    [
      'a wrapper by its attribute, beside a few words',
      `<p>Loading</p><main hidden>${said}</main><script>show()</script>`,
      `Loading ${said}`,
    ],
    ['not what stays hidden in it', `<body style="display:none">${said}<p hidden>no</p><script>show()</script>`, said],
    ['not what is hidden beside it', `<div hidden>${said}</div><div hidden>no</div><script>show()</script>`, said],
    [
      'elements that hide within each other',
      `<body style="opacity:0;visibility:hidden"><p>Loading</p><div hidden><main style="display:none">${said}</main></div><script>show()</script>`,
      `Loading ${said}`,
    ],
    ['what the body shows when it has loaded', `<body style="display:none" onload="show()">${said}`, said],
    ['what a picture shows when it has loaded', `<div hidden>${said}</div><img src=a onload="show()">`, said],
    ['nothing of a popover', `<div popover>${said}</div><script>show()</script>`, ''],
    ['nothing without a script', `<body style="display:none">${said}`, ''],
    [
      'nothing where the page says enough',
      `<p>${said}</p><div hidden>no${said}${said}</div><script>show()</script>`,
      said,
    ],
    ['nothing of a dialog', `<dialog>${said}</dialog><script>show()</script>`, ''],
    ['nothing for those without scripts', `<noscript>${said}</noscript><script>show()</script>`, ''],
  ])('shows %s', (_, html, text) => {
    expect(parsePage(html, URL_).text).toBe(text.trim());
  });
});

describe('styles that hide text', () => {
  it.each([
    ['off the screen', '<p style="position:absolute;left:-9999px">no</p><p style="text-indent:-999em">no</p>a', 'a'],
    ['a little moved', '<p style="position:relative;top:-5px">a</p><p style="left:-9999px">b</p>', 'a b'],
    [
      'without size',
      '<div style="font-size:0">no<p>no</p><p style="font-size:1em">a</p><b class=x>b</b></div>c',
      'a b c',
    ],
    ['without opacity', '<p style="opacity:0">no</p><p style="opacity:.0%">no</p><p style="opacity:.5">a</p>', 'a'],
    ['moving', '<p style="opacity:0;animation:show 1s forwards">a', 'a'],
    ['folded', '<p style="max-height:0px;overflow:hidden">no</p><p style="height:0">a</p>', 'a'],
    ['folded inline', '<b style="height:0;overflow:hidden">a</b>', 'a'],
    [
      'faded in or unfolded by a script',
      '<p style="opacity:0">a<i style="opacity:0">b</i></p><div style="height:0;overflow:hidden">c<p hidden>no</div><script></script>',
      'ab c',
    ],
    [
      'cut off from a placed box',
      '<p style="position:absolute;clip:rect(1px 1px 1px 1px)">no</p><p style="clip:rect(0,0,0,0)">a</p><p style="position:fixed;clip:rect(auto,auto,auto,auto)">b</p>',
      'a b',
    ],
    [
      'cut off by a path',
      '<p style="clip-path:inset(100%)">no</p><p style="-webkit-clip-path: inset(50%)">no</p><p style="clip-path:polygon(0 0,0 0)">no</p><p style="clip-path:inset(10% 20% round 1em)">a</p><p style="clip-path:circle(50%)">b</p>',
      'a b',
    ],
    [
      'shrunk or cut off until a script shows it',
      '<p style="clip-path:inset(0 100% 0 0)">a</p><p style="transform:scale(0)">b</p><script></script><p style="clip-path:inset(50%)">no',
      'a b',
    ],
    [
      'shrunk',
      '<p style="transform:rotate(9deg) scaleX(0)">no</p><p style="scale:0 1">no</p><b style="scale:0">a</b><p style="transform:scale(.5)">b</p>',
      'a b',
    ],
    [
      'in clear colours',
      '<p style="color:transparent">no<b class=x>a</b><a href=/>b</a><i>no</i></p><p style="color:rgba(9,9,9,.0)">no</p><p style="color:rgb(0 0 0 / 0%)">no</p><p style="color:#fff0">no</p><p style="color:#ff0">c</p><p style="color:rgb(0,0,0)">d</p>',
      'ab c d',
    ],
    [
      'cut out of a background, or a shadow',
      '<p style="background-clip:text;color:transparent">a</p><p style="color:transparent;text-shadow:0 0 1px">b</p>',
      'a b',
    ],
    [
      'for screen readers alone',
      '<b style="position:absolute;width:1px;height:1px;overflow:hidden">no</b><a href=/><i style="position:absolute;clip:rect(0 0 0 0)">no</i>a</a>',
      'a',
    ],
    [
      'escaped',
      '<p style="d\\69 splay:none">no</p><p style="\\64\\000069splay: n\\6Fne">no</p><p style="displa\\y:none">no</p><p style="opacity:\\30">a</p><p style="content:\'\\\';display:none;\'">b</p>',
      'a b',
    ],
    [
      'replaced by a picture',
      '<h1 style="text-indent:100%;white-space:nowrap;overflow:hidden">no</h1><p style="font:0/0 a">no</p><p style="margin-left:-9999px">no</p><p style="transform:translate3d(-1140px,0,0)">a',
      'a',
    ],
  ])('%s', (_, html, text) => {
    expect(parsePage(html, URL_).text).toBe(text);
  });
});
