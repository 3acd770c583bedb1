import type { Place } from './places.js';

export interface TemplatePart {
  readonly open: string;
  readonly close: string;
  /** Markup around each link. */
  readonly itemOpen: string;
  readonly itemClose: string;
}
/** The layout of a host's pages: the parts with links, and the frame around title and text. */
interface Template extends Readonly<Record<Place, TemplatePart>> {
  readonly mainOpen: string;
  readonly mainClose: string;
}

const part = (open: string, close: string, itemOpen = '<li>', itemClose = '</li>'): TemplatePart => ({
  open,
  close,
  itemOpen,
  itemClose,
});

/** Hosts differ in ids, classes and nesting, as the software behind real ones does; the places are the same. */
export const TEMPLATES: readonly Template[] = [
  {
    navigation: part('<nav id="menu"><ul>', '</ul></nav>'),
    mainOpen: '<main id="content"><article>',
    text: part('<p>', '</p>', '', ''),
    list: part('<ul class="entries">', '</ul>'),
    mainClose: '</article></main>',
    aside: part('<aside class="related"><h3>Related</h3><ul>', '</ul></aside>'),
    footer: part('<footer><p>', '</p></footer>', '', ' '),
  },
  {
    navigation: part('<header class="top"><nav class="bar"><ul class="nav">', '</ul></nav></header>'),
    mainOpen: '<div class="container"><div class="post">',
    text: part('<div class="body"><p>', '</p></div>', '', ''),
    list: part('<div class="teasers">', '</div>', '<div class="teaser"><h4>', '</h4></div>'),
    mainClose: '</div></div>',
    aside: part('<aside id="sidebar"><div class="widget"><h3>Links</h3><ul>', '</ul></div></aside>'),
    footer: part('<footer id="foot"><ul class="links">', '</ul></footer>'),
  },
  {
    navigation: part('<nav><div class="tabs">', '</div></nav>', '<span>', '</span>'),
    mainOpen: '<main><section class="story">',
    text: part('<p class="text">', '</p>', '', ''),
    list: part('<ol class="results">', '</ol>'),
    mainClose: '</section></main>',
    aside: part('<aside><h3>Elsewhere</h3><p>', '</p></aside>', '', ' '),
    footer: part('<footer class="site"><div>', '</div></footer>', '<small>', '</small> '),
  },
  {
    navigation: part('<header><nav id="sections"><ol>', '</ol></nav></header>'),
    mainOpen: '<div id="page"><div id="main">',
    text: part('<div class="text">', '</div>', '<em>', '</em>'),
    list: part('<table class="index"><tbody>', '</tbody></table>', '<tr><td>', '</td></tr>'),
    mainClose: '</div></div>',
    aside: part('<aside class="blogroll"><h3>Friends</h3><ul class="roll">', '</ul></aside>'),
    footer: part('<footer><nav class="legal">', '</nav></footer>', '<span>', '</span> '),
  },
];
