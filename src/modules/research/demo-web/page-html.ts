import type { Block, DemoLink, Inline, PageContent } from './page-content.js';

const escape = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
const anchor = ({ url, text }: DemoLink): string => `<a href="${escape(url)}">${escape(text)}</a>`;
const inlineHtml = (inlines: readonly Inline[]): string =>
  inlines.map((inline) => (typeof inline === 'string' ? escape(inline) : anchor(inline))).join('');
const linkList = (links: readonly DemoLink[]): string =>
  `<ul>${links.map((link) => `<li>${anchor(link)}</li>`).join('')}</ul>`;

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `<h2>${escape(block.text)}</h2>`;
    case 'paragraph':
      return `<p>${inlineHtml(block.inlines)}</p>`;
    case 'quote':
      return `<blockquote>${escape(block.text)}</blockquote>`;
    case 'list':
      return `<ul class="entries">\n${block.items.map((inlines) => `<li>${inlineHtml(inlines)}</li>`).join('\n')}\n</ul>`;
  }
}

const STYLE =
  'body{font:16px/1.5 Georgia,serif;margin:0;color:#222;background:#fdfcf8}header,footer{background:#2f4858;color:#fff;padding:1rem 2rem}' +
  'header a,footer a{color:#ffe9c7}nav ul{display:flex;gap:1rem;list-style:none;padding:0;margin:0}main{max-width:46rem;padding:1rem 2rem;float:left}' +
  'aside{margin-left:50rem;padding:1rem}.entries li{margin:.3rem 0}blockquote{border-left:3px solid #c9b458;padding-left:1rem;color:#555}' +
  '.crumbs{font-size:.85rem;color:#777}.notice{background:#eee;padding:.5rem 2rem;font-size:.8rem}footer{clear:both}';

function headHtml({ site, title, description }: PageContent, url: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escape(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${escape(description)}">
<meta property="og:site_name" content="${escape(site.title)}">
<meta property="og:title" content="${escape(title)}">
<link rel="canonical" href="${escape(url)}">
<style>${STYLE}</style>
</head>`;
}

const COOKIE_NOTICE =
  '<div class="notice" role="note">This site sets one cookie to remember the size of the text. <button type="button">Agreed</button></div>';
const LETTER_FORM =
  '<form action="/contact" method="post"><label>Our letter, once a month: <input type="email" name="address"></label> <button>Subscribe</button></form>';

/** The page as HTML with all its content. For a site that a script fills in: the output of the script. */
export function plainHtml(content: PageContent, url: string): string {
  const { site, menu, trail, blocks, asides, footer, title } = content;
  const crumbs = trail.length === 0 ? '' : `<nav class="crumbs">${trail.map(anchor).join(' &rsaquo; ')}</nav>\n`;
  const heading = title.split(' - ')[0];
  return `${headHtml(content, url)}
<body>
<header><nav>${linkList(menu)}</nav></header>
${site.scripted ? '' : COOKIE_NOTICE}
<main>
${crumbs}<h1>${escape(heading)}</h1>
${blocks.map(blockHtml).join('\n')}
</main>
${asides.map((aside) => `<aside><h3>${escape(aside.title)}</h3>${linkList(aside.links)}</aside>`).join('\n')}
<footer>
${site.scripted ? '' : LETTER_FORM}
<nav>${linkList(footer)}</nav>
${site.scripted ? '' : `<p>&copy; 2026 ${escape(site.title)}. Texts from WordNet 3.1, copyright 2011 by Princeton University.</p>`}
</footer>
</body>
</html>
`;
}

/** Builds the page in the browser from the JSON beside it, with the same elements as `plainHtml`. */
const SCRIPT = `
(function () {
  var page = JSON.parse(document.getElementById('page').textContent);
  function element(name, parent, text) {
    var made = parent.appendChild(document.createElement(name));
    if (text) made.textContent = text;
    return made;
  }
  function link(parent, target) { element('a', parent, target.text).href = target.url; }
  function list(parent, links) {
    var ul = element('ul', parent);
    links.forEach(function (target) { link(element('li', ul), target); });
  }
  function inlines(parent, parts) {
    parts.forEach(function (part) {
      if (typeof part === 'string') parent.appendChild(document.createTextNode(part));
      else link(parent, part);
    });
  }
  list(element('nav', element('header', document.body)), page.menu);
  var main = element('main', document.body);
  var crumbs = element('nav', main);
  crumbs.className = 'crumbs';
  page.trail.forEach(function (target) { link(crumbs, target); });
  element('h1', main, page.heading);
  page.blocks.forEach(function (block) {
    if (block.kind === 'heading') element('h2', main, block.text);
    if (block.kind === 'quote') element('blockquote', main, block.text);
    if (block.kind === 'paragraph') inlines(element('p', main), block.inlines);
    if (block.kind === 'list') {
      var ul = element('ul', main);
      block.items.forEach(function (item) { inlines(element('li', ul), item); });
    }
  });
  page.asides.forEach(function (each) {
    var aside = element('aside', document.body);
    element('h3', aside, each.title);
    list(aside, each.links);
  });
  list(element('nav', element('footer', document.body)), page.footer);
})();
`;

/** The page as an empty shell: a script adds text and links, so that they exist only in a browser. */
export function scriptedHtml(content: PageContent, url: string): string {
  const { menu, trail, blocks, asides, footer, title } = content;
  const data = JSON.stringify({ heading: title.split(' - ')[0], menu, trail, blocks, asides, footer }).replace(
    /</g,
    '\\u003c',
  );
  return `${headHtml(content, url)}
<body>
<noscript>This site needs JavaScript.</noscript>
<script type="application/json" id="page">${data}</script>
<script>${SCRIPT}</script>
</body>
</html>
`;
}
