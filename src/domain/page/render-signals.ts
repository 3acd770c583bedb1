import { Parser } from 'htmlparser2';
import { allOf } from '../text/pieces.js';
import { isHiding } from './open-elements.js';
import { unfolded } from './unfolded.js';

/** Signs that scripts fill in a page; `none` if there are none. */
export const RENDER_SIGNALS = [
  'none',
  'empty body',
  'framework root',
  'noscript notice',
  'few links',
  'hidden text',
] as const;
export type RenderSignal = (typeof RENDER_SIGNALS)[number];

/** Measures of a page from its HTML, before or after rendering. Sizes are those of visible content. */
interface PageMeasure {
  /** Letters and digits of the visible text. Not words, because many scripts have no spaces. */
  readonly letters: number;
  /** Letters of text hidden by the attributes of an enclosing element. */
  readonly hiddenLetters: number;
  /** Distinct link targets as written, without fragments and `javascript:`; at most `MAX_LINKS`. */
  readonly links: ReadonlySet<string>;
  /** Number of scripts, inline and loaded; data blocks do not count. */
  readonly scripts: number;
  readonly loadedScripts: number;
  /** Whether the root element of a framework is empty or nearly so. */
  readonly emptyRoot: boolean;
  /** Whether a `<noscript>` asks the reader to enable JavaScript. */
  readonly noscriptNotice: boolean;
}

/** Longest part of a page that is read: the signs are at its beginning. */
const MAX_CHARS = 512 * 1024;
const MAX_LINKS = 5_000;

/** Letters below which a page has no content, little content, or less than it would have without scripts. */
const NOTHING = 60;
const LITTLE = 600;
const SOME = 1_500;
const FEW_LINKS = 4;
const MANY_SCRIPTS = 5;
/** Fewer hidden letters are a notice or a dialog. */
const MUCH_HIDDEN = 300;

/**
 * Ids and elements in which the common frameworks (React, Vue, Next, Nuxt, Gatsby, Svelte, Angular, Ember, Quasar)
 * render.
 */
const ROOT_ID =
  /^(?:root|app|main-app|app-?root|react-?(?:root|app)|vue-?app|__next|__nuxt|___gatsby|svelte|q-app|ember-?app|application)$/i;
const ROOT_ELEMENT = /^(?:app-root|my-app|ng-component|app-shell|ember-app)$/;
/** AngularJS fills in the element with this attribute; templates are in the markup. */
const ROOT_ATTRIBUTE = /^(?:ng-app|data-ng-app|ng-controller|data-reactroot|v-cloak|ng-cloak)$/;
const NOTICE = /java\s?script|\bjs\b/i;
const HIDDEN: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'title',
  'svg',
  'iframe',
  'object',
  'select',
  'textarea',
]);
const NO_SCRIPT_TYPE = /json|template|html|x-handlebars|speculationrules|importmap/i;
const NO_LINK = /^(?:#|javascript:|mailto:|tel:|data:)/i;

/** An open element, and the number of open elements with its name. */
interface OpenTag {
  readonly name: string;
  depth: number;
}

class Measuring {
  letters = 0;
  hiddenLetters = 0;
  scripts = 0;
  loadedScripts = 0;
  rootLetters = 0;
  isRootSeen = false;
  isNoscriptNotice = false;
  readonly links = new Set<string>();
  private hidden: string | null = null;
  private hiddenDepth = 0;
  private noscript: string | null = null;
  private root: OpenTag | null = null;
  private veil: OpenTag | null = null;

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'script' && !NO_SCRIPT_TYPE.test(attributes['type'] ?? '')) {
      this.scripts++;
      if (attributes['src'] !== undefined) this.loadedScripts++;
    }
    if (name === 'body' && attributes['onload'] !== undefined) this.scripts++;
    if (this.hidden !== null) {
      if (name === this.hidden) this.hiddenDepth++;
      return;
    }
    if (HIDDEN.has(name)) {
      this.hidden = name;
      this.hiddenDepth = 1;
      return;
    }
    if (name === 'noscript') this.noscript = '';
    if (this.veil !== null) {
      if (name === this.veil.name) this.veil.depth++;
    } else if (
      (name === 'dialog' && attributes['open'] === undefined) ||
      isHiding(attributes['hidden'] ?? null, attributes['style'] ?? null)
    )
      this.veil = { name, depth: 1 };
    if (this.root !== null) {
      if (name === this.root.name) this.root.depth++;
    } else if (!this.isRootSeen && isRoot(name, attributes)) {
      this.isRootSeen = true;
      this.root = { name, depth: 1 };
    }
    const href = name === 'a' || name === 'area' ? attributes['href'] : undefined;
    if (href !== undefined && this.links.size < MAX_LINKS && !NO_LINK.test(href))
      this.links.add(href.replace(/#.*/s, ''));
  }

  ontext(text: string): void {
    if (this.hidden !== null) return;
    if (this.noscript !== null) {
      if (this.noscript.length < SOME) this.noscript += text;
      return;
    }
    const letters = lettersOf(text);
    if (this.veil !== null) {
      this.hiddenLetters += letters;
      return;
    }
    this.letters += letters;
    if (this.root !== null) this.rootLetters += letters;
  }

  onclosetag(name: string): void {
    if (this.hidden !== null) {
      if (name === this.hidden && --this.hiddenDepth === 0) this.hidden = null;
      return;
    }
    if (name === 'noscript' && this.noscript !== null) {
      this.isNoscriptNotice ||= NOTICE.test(this.noscript);
      this.noscript = null;
    }
    if (this.root !== null && name === this.root.name && --this.root.depth === 0) this.root = null;
    if (this.veil !== null && name === this.veil.name && --this.veil.depth === 0) this.veil = null;
  }
}

function isRoot(name: string, attributes: Readonly<Record<string, string>>): boolean {
  if (ROOT_ELEMENT.test(name) || ROOT_ID.test(attributes['id'] ?? '')) return true;
  for (const attribute in attributes) if (ROOT_ATTRIBUTE.test(attribute)) return true;
  return false;
}

/** Counts ASCII letters and digits, and all characters from U+00C0 on, nearly all of which are letters. */
function lettersOf(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if ((c >= 0x61 && c <= 0x7a) || (c >= 0x41 && c <= 0x5a) || (c >= 0x30 && c <= 0x39) || c >= 0xc0) count++;
  }
  return count;
}

const FOLDED = /shadowrootmode|srcdoc/i;

/** Measures a page in one streaming pass. Malformed HTML does not throw. */
export function measurePage(html: string): PageMeasure {
  const measuring = new Measuring();
  const parser = new Parser(measuring, { decodeEntities: true });
  const shown = FOLDED.test(html) ? allOf(unfolded(html)) : html;
  parser.end(shown.length > MAX_CHARS ? shown.slice(0, MAX_CHARS) : shown);
  return measureOf(measuring);
}

function measureOf(measuring: Measuring): PageMeasure {
  return {
    letters: measuring.letters,
    hiddenLetters: measuring.hiddenLetters,
    links: measuring.links,
    scripts: measuring.scripts,
    loadedScripts: measuring.loadedScripts,
    emptyRoot: measuring.isRootSeen && measuring.rootLetters < NOTHING,
    noscriptNotice: measuring.isNoscriptNotice,
  };
}

/** A page without a match has no framework root, which saves further reading. */
const ROOT_HINT = new RegExp(
  `id\\s*=\\s*["']?(?:root|app|main-app|react|vue-?app|__n|___gatsby|svelte|q-app|ember)|<(?:app-|my-app|ng-component|ember-app)` +
    '|ng-app|ng-controller|data-reactroot|v-cloak|ng-cloak',
  'i',
);
const CHUNK_CHARS = 4_096;

/**
 * `renderSignal` of a page's HTML. Ordinary pages are read only until they prove ordinary: a tenth of a millisecond.
 */
export function renderSignalOf(html: string): RenderSignal {
  if (!/<script|<body[^>]{0,500}\sonload\s*=/i.test(html)) return 'none';
  if (ROOT_HINT.test(html) || html.includes('shadowrootmode')) return renderSignal(measurePage(html));
  const measuring = new Measuring();
  const parser = new Parser(measuring, { decodeEntities: true });
  for (let at = 0; at < html.length && at < MAX_CHARS; at += CHUNK_CHARS) {
    parser.write(html.slice(at, Math.min(at + CHUNK_CHARS, MAX_CHARS)));
    const isOrdinary = measuring.letters >= SOME && measuring.links.size >= FEW_LINKS;
    if (isOrdinary && measuring.hiddenLetters < MUCH_HIDDEN) return 'none';
  }
  parser.end();
  return renderSignal(measureOf(measuring));
}

/** The strongest sign that scripts fill in the page. A page without scripts has none. */
export function renderSignal(page: PageMeasure): RenderSignal {
  if (page.scripts === 0) return 'none';
  if (page.letters < NOTHING) return 'empty body';
  if (page.emptyRoot) return 'framework root';
  if (page.noscriptNotice && page.letters < SOME) return 'noscript notice';
  if (page.links.size < FEW_LINKS && (page.letters < LITTLE || page.loadedScripts >= MANY_SCRIPTS)) return 'few links';
  // This much additional text would be a gain.
  if (page.hiddenLetters >= MUCH_HIDDEN && page.hiddenLetters >= page.letters) return 'hidden text';
  return 'none';
}

/** Fewer new links and letters, as from a cookie banner, a share bar or a date, are no gain. */
const LEAST_LINKS_GAINED = 3;
const LEAST_LETTERS_GAINED = 300;
const LEAST_SHARE_GAINED = 0.25;

/**
 * Whether rendering was worth it: new links, or considerably more text.
 *
 * `loss`: the rendered page has lost half of its text or links without new ones, as behind a wall that scripts put up.
 */
export function renderGain(sent: PageMeasure, rendered: PageMeasure): 'gain' | 'none' | 'loss' {
  let newLinks = 0;
  for (const link of rendered.links) if (!sent.links.has(link)) newLinks++;
  if (newLinks >= Math.max(LEAST_LINKS_GAINED, sent.links.size * LEAST_SHARE_GAINED)) return 'gain';
  if (rendered.letters - sent.letters >= Math.max(LEAST_LETTERS_GAINED, sent.letters * LEAST_SHARE_GAINED))
    return 'gain';
  // For an empty page, one sentence and one link are all there is.
  if (sent.letters < NOTHING && (rendered.letters >= NOTHING || newLinks > 0)) return 'gain';
  const keptLinks = rendered.links.size - newLinks;
  return rendered.letters * 2 < sent.letters || keptLinks * 2 < sent.links.size ? 'loss' : 'none';
}

type Sign = Exclude<RenderSignal, 'none'>;
const SIGNS = RENDER_SIGNALS.filter((signal): signal is Sign => signal !== 'none');
/** Reasons besides the page's own signs, and the results of samples. */
const OTHERS = ['learnt', 'sample', 'not needed', 'no gain', 'failed', 'no browser'] as const;

/** Why a page was rendered, or why not if that is decided per page: short stable codes shown in results. */
export type RenderReason = 'always' | `auto: ${Sign | (typeof OTHERS)[number]}`;
export const RENDER_REASONS: readonly RenderReason[] = [
  'always',
  ...[...SIGNS, ...OTHERS].map((reason) => `auto: ${reason}` as const),
];
