import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { parsePage } from '../../src/domain/page/index.js';
import type { Fetcher, FetchSettings } from '../../src/engine/ports.js';
import { createFetcher, UNPACED } from '../../src/modules/fetch/fetching/index.js';
import {
  cacheDir,
  lookupLoopback,
  never,
  type PageSite,
  pageOf,
  settings,
  startBrowser,
  startPageSite,
} from './support.js';

/**
 * Compares each page in the Chromium that Gleaner renders with, as a visitor sees it, with Gleaner's reading, rendered
 * and not: text and links are equal, or the row names the reason.
 */
interface Row {
  readonly html: string;
  /** Default: `text/html`. */
  readonly type?: string;
  /** Reading modes that differ from the shown page, with the reason. */
  readonly but?: Partial<Record<FetchSettings['render'], string>>;
}

const SCRIPTS = { never: 'scripts do not run' };
const said = 'Cheese is made from milk with rennet, and the curd is drained and pressed. '.repeat(6);
const long = `<h1>Cheese</h1><p>${said}</p><a href="/hard">hard</a> <a href="/soft">soft</a>`;
const custom = (fill: string, tag = 'x-cheese'): string =>
  `<script>customElements.define('${tag}', class extends HTMLElement { connectedCallback() { ${fill} } })</script>`;
const declared = (content: string): string => `<template shadowrootmode="open">${content}</template>`;

const xhtml = (head: string, body: string): string =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><head>${head}</head><body>${body}</body></html>`;

const ROWS: Readonly<Record<string, Row>> = {
  'an ordinary page': { html: `<title>Cheese</title>${long}` },
  'an open tree of a script': {
    html: `<x-cheese></x-cheese>${custom("this.attachShadow({ mode: 'open' }).innerHTML = " + JSON.stringify(long))}`,
    but: SCRIPTS,
  },
  'a tree in a tree of a script': {
    html: `<x-board></x-board>${custom("this.attachShadow({ mode: 'open' }).innerHTML = " + JSON.stringify(long))}
      ${custom("this.attachShadow({ mode: 'open' }).innerHTML = '<h2>Board</h2><x-cheese></x-cheese><a href=/wine>wine</a>'", 'x-board')}`,
    but: SCRIPTS,
  },
  'children in slots of a tree of a script': {
    html: `<x-cheese><b slot="last">last <a href="/last">link</a></b>first<i slot="none">unseen <a href="/unseen">link</a></i></x-cheese>
      ${custom("this.attachShadow({ mode: 'open' }).innerHTML = '<slot></slot><hr>then <slot name=last></slot><slot name=more>and more</slot>'")}`,
    but: { never: 'scripts do not run', auto: 'too little comes by the script for a rendering' },
  },
  'a tree that comes late': {
    html: `<x-cheese></x-cheese>${custom(`const tree = this.attachShadow({ mode: 'open' }); setTimeout(() => { tree.innerHTML = ${JSON.stringify(long)} }, 60)`)}`,
    but: SCRIPTS,
  },
  'a closed tree of a script': {
    html: `<p>${said}</p><x-cheese></x-cheese>${custom("this.attachShadow({ mode: 'closed' }).innerHTML = '<p>closed</p>'")}`,
    but: { ...SCRIPTS, auto: 'too little comes by the script for a rendering' },
  },
  'an open tree in a closed one': {
    html: `<p>${said}</p><x-board></x-board>${custom("this.attachShadow({ mode: 'open' }).innerHTML = '<a href=/brie>brie</a>'")}
      ${custom("this.attachShadow({ mode: 'closed' }).innerHTML = '<h2>Board</h2><x-cheese></x-cheese><slot></slot>'; this.append('in its slot')", 'x-board')}`,
    but: { ...SCRIPTS, auto: 'too little comes by the script for a rendering' },
  },
  'a declared tree': {
    html: `<x-cheese>${declared('<h1><slot name="title">none</slot></h1><slot></slot><p>end of <a href="/tree">tree</a></p>')}
      <p>child <a href="/child">link</a></p><span slot="title">Brie</span></x-cheese>`,
  },
  'declared trees in each other': {
    html: `<x-a>${declared(`a<x-b>${declared('b<slot></slot>d')}<slot></slot></x-b>e`)}c<u slot="no">unseen</u></x-a>f`,
  },
  'a body that a script shows': {
    html: `<body style="display:none">${long}<script>document.body.style.display = 'block'</script>`,
  },
  'a wrapper that a script shows': {
    html: `<div id="app" style="visibility:hidden;opacity:0">${long}</div><script>onload = () => { app.style.visibility = 'visible'; app.style.opacity = 1 }</script>`,
  },
  'a wrapper that a script shows, below a head': {
    html: `<nav><a href="/">home</a> <a href="/shop">all the shop, and what there is in it</a> in the shop of the dairy and of its friends</nav><main hidden>${long}</main>
      <script>document.querySelector('main').hidden = false</script>`,
    but: { never: 'the head is text enough' },
  },
  'a body that nothing shows': { html: `<body style="display:none">${long}` },
  'a dialog that is hidden': { html: `${long}<div hidden>unseen <a href="/unseen">link</a></div>` },
  'dialogs that are popovers': { html: `${long}<dialog popover open>shown</dialog><dialog popover>unseen</dialog>` },
  'gaps of formulas': { html: '<p>a<math><mphantom><mn>1</mn></mphantom><mn>2</mn></math>b' },
  'views of formulas': {
    html: '<p>a<math><maction><mi>x</mi><mi>no</mi></maction><semantics><mi>y</mi><mi>no</mi></semantics></math>b',
  },
  'refreshes that browsers ignore': {
    html: `<meta http-equiv=" refresh " content="0; url=/no"><noscript><meta http-equiv="refresh" content="0; url=/no"></noscript>${long}`,
  },
  'what a search in the page finds': { html: `${long}<div hidden="until-found">rind <a href="/rind">link</a></div>` },
  'panels called tabs': { html: `<div id="tabs"><ul><li><a href="#t1">One</a></ul><div id="t1">${long}</div></div>` },
  'a menu that holds the content': { html: `<div class="menu">${long}</div>` },
  'a document in a frame': {
    html: `before<iframe srcdoc="<p>in <a href='/in'>frame</a></p><script>0</script>"></iframe>after`,
  },
  'a document in a document in a frame': {
    html: `<iframe srcdoc="a<iframe srcdoc=&quot;b <a href='/deep'>c</a>&quot;></iframe>d"></iframe>`,
  },
  'links of a picture': {
    html: `${long}<svg width="9" height="9"><a xlink:href="/old"><path d="M0 0h9v9z"/></a><a href="/new"><path d="M0 0h9"/></a></svg>`,
  },
  'text of a picture': {
    html: `${long}<svg width="99" height="20"><text y="15">drawn</text></svg>`,
    but: { never: 'labels of charts are no sentences', always: 'the same', auto: 'the same' },
  },
  'a script in a comment of a script': {
    html: `<p>a<script><!-- document.title = '<script>unseen</script>' --></script><p>b`,
  },
  'an end tag with attributes': { html: '<p>a</p title="> unseen">b' },
  'half a comment for those without scripts': { html: `<noscript><!-- unseen</noscript>${long}` },
  'a list of choices that is never closed': { html: '<p>a<div><select><option>unseen</div><p>unseen' },
  'a list of choices in a cell': { html: '<table><tr><td><select><option>unseen</td><td>b</table>c' },
  'XHTML with elements that end at once': {
    html: xhtml('<title/><script src="/none.js"/>', `${long}<a name="x"/><textarea/>a<br/><![CDATA[<b>]]>`),
    type: 'application/xhtml+xml',
  },
  'XHTML as XML': { html: xhtml('<title>Cheese</title>', long), type: 'text/xml' },
  'XHTML with a script': {
    html: xhtml(
      '',
      '<p id="p"/><script><![CDATA[if (1 < 2) document.getElementById("p").textContent = "by the script, which compares numbers"]]></script>',
    ),
    type: 'application/xhtml+xml',
    but: { never: 'scripts do not run', auto: 'too little comes by the script for a rendering' },
  },
  'a template': { html: '<p>a<template><p>unseen <a href="/unseen">link</a></template>b' },
  'a section of characters in HTML': { html: '<p>a<![CDATA[<p>b</p>]]>c<svg><![CDATA[<p>no</p>]]></svg>' },
  'an empty base': { html: '<base href=""><base href="/no/"><a href="x">x</a>' },
  'cells of inline elements': { html: '<b style="display:table-cell">a</b><b style="display:table-cell">b</b>' },
  'text in a table outside of its cells': {
    html: '<p>a<table><tr><td>c</td></tr>b</table>',
    but: { never: 'it is read where it stands, not before the table', auto: 'the same' },
  },
};

/** Runs in the browser: the text that is laid out and visible, in the order of the flat tree, and all links. */
const SHOWN = `(() => {
  let text = '';
  const links = new Set();
  const collect = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.matches('a[href], area[href], a[*|href]') && !element.closest('template')) links.add(new URL(element.href.baseVal ?? element.href, document.baseURI).href.replace(/#.*/, ''));
      if (element.shadowRoot) collect(element.shadowRoot);
      if (element.contentDocument) collect(element.contentDocument);
    }
  };
  const walk = (node) => {
    if (node.nodeType === 3 || node.nodeType === 4) {
      const range = node.ownerDocument.createRange();
      range.selectNodeContents(node);
      if (range.getClientRects().length > 0 && getComputedStyle(node.parentElement ?? node.getRootNode().host).visibility === 'visible') text += node.data;
    } else if (node.nodeName === 'IFRAME') { if (node.getClientRects().length > 0 && node.contentDocument) walk(node.contentDocument.documentElement); }
    else if (node.nodeName !== 'SELECT') {
      const assigned = node.nodeName === 'SLOT' ? node.assignedNodes() : [];
      for (const child of assigned.length > 0 ? assigned : (node.shadowRoot ?? node).childNodes) walk(child);
    }
  };
  walk(document.documentElement);
  collect(document);
  links.delete(location.href);
  return { text, links: [...links] };
})()`;

interface Reading {
  readonly text: string;
  readonly links: readonly string[];
}
const plain = ({ text, links }: Reading): Reading => ({ text: text.replace(/\s+/g, ''), links: [...links].sort() });

let site: PageSite;
let browser: Browser;
let page: Page;
let fetcher: Fetcher;
const profile = mkdtempSync(join(tmpdir(), 'gleaner-shown-'));
const names = Object.keys(ROWS);

beforeAll(async () => {
  // A host each: knowledge about one page must not influence another.
  site = await startPageSite({
    '/': (request, response) => {
      const [, no = ''] = /^p(\d+)\./.exec(request.headers.host ?? '') ?? [];
      const row = ROWS[names[Number(no)] ?? ''];
      response
        .setHeader('content-type', `${row?.type ?? 'text/html'}; charset=utf-8`)
        .end(`<!DOCTYPE html>${row?.html ?? ''}`);
    },
  });
  browser = await startBrowser(profile, { args: [`--host-resolver-rules=MAP * 127.0.0.1`] });
  page = await browser.newPage();
  // Closed content is shown too.
  await page.addInitScript(
    '{ const attach = Element.prototype.attachShadow; Element.prototype.attachShadow = function (init) { return attach.call(this, { ...init, mode: "open" }) } }',
  );
  fetcher = createFetcher({
    allowPrivateNetworks: true,
    chromium: { cacheDir, sandbox: 'auto' },
    warn: () => undefined,
    lookup: lookupLoopback,
    pace: UNPACED,
  });
});
afterAll(async () => {
  await fetcher.close();
  await browser.close();
  await site.close();
  rmSync(profile, { recursive: true, force: true });
});

const shownAt = async (url: string): Promise<Reading> => {
  await page.goto(url, { waitUntil: 'networkidle' });
  return plain(await page.evaluate<Reading>(SHOWN));
};
/** One mode after the other: they share what is known of the host. */
async function readAt(url: string): Promise<(readonly [FetchSettings['render'], Reading])[]> {
  const readings: (readonly [FetchSettings['render'], Reading])[] = [];
  for (const render of ['never', 'auto', 'always'] as const) {
    const fetched = pageOf(await fetcher.fetch({ url, settings: { ...settings, render } }, never));
    const { text, links } = parsePage(fetched.html, fetched.finalUrl);
    readings.push([render, plain({ text, links: links.map((link) => link.url) })]);
  }
  return readings;
}

it.each(names)('%s: Gleaner reads what the browser shows, or the row says why not', async (name) => {
  const url = site.url('/', `p${names.indexOf(name)}.test`);
  // Both wait until the network has been idle for half a second.
  const [shown, readings] = await Promise.all([shownAt(url), readAt(url)]);
  for (const [render, read] of readings) {
    if (ROWS[name]?.but?.[render] === undefined) expect([render, read]).toEqual([render, shown]);
    else expect([render, read]).not.toEqual([render, shown]);
  }
});
