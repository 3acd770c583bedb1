import { allOf } from '../text/pieces.js';
import { USUAL_BOX } from './boxes.js';
import { kindByAttributes, type TextKind } from './hiding.js';
import { Markup } from './markup.js';
import type { MarkupEvents } from './markup-events.js';
import { OpenElements } from './open-elements.js';
import { TagReader } from './tag-reader.js';
import { SILENT, tagAt, tagInfo, type TagInfo, VOID } from './tags.js';
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
/** AngularJS fills in the element with one of these; templates are in the markup. */
const ROOT_ATTRIBUTES = ['ng-app', 'data-ng-app', 'ng-controller', 'data-reactroot', 'v-cloak', 'ng-cloak'] as const;
const READ: ReadonlySet<string> = new Set([
  ...ROOT_ATTRIBUTES,
  'hidden',
  'href',
  'id',
  'onload',
  'open',
  'popover',
  'src',
  'style',
  'type',
]);
const NOTICE = /java\s?script|\bjs\b/i;
const NO_SCRIPT_TYPE = /json|template|html|x-handlebars|speculationrules|importmap/i;
const NO_LINK = /^(?:#|javascript:|mailto:|tel:|data:)/i;
const [NOSCRIPT, SVG] = [tagInfo('noscript'), tagInfo('svg')];

/** Reads HTML token by token, like `PageReader`, and measures it. */
class Measuring extends TagReader implements MarkupEvents {
  letters = 0;
  hiddenLetters = 0;
  scripts = 0;
  loadedScripts = 0;
  readonly links = new Set<string>();
  private noscriptNotice = false;
  private notice = '';
  /** The root element of a framework, and the number of open elements with its name when it began. */
  private root: TagInfo | null = null;
  private rootDepth = 0;
  private rootLetters = 0;
  private readonly open = new OpenElements(({ tag }) => this.elementEnded(tag));

  constructor(html: string) {
    super(html, READ, Number.POSITIVE_INFINITY);
  }

  get measure(): PageMeasure {
    const { letters, hiddenLetters, links, scripts, loadedScripts, noscriptNotice } = this;
    const emptyRoot = this.root !== null && this.rootLetters < NOTHING;
    return { letters, hiddenLetters, links, scripts, loadedScripts, emptyRoot, noscriptNotice };
  }

  isInForeignContext(): boolean {
    return this.open.holds(SVG);
  }

  ontext(start: number, end: number): void {
    if (this.open.silent > 0) return;
    if (this.open.holds(NOSCRIPT)) this.addNotice(this.source.slice(start, end));
    else this.count(lettersOf(this.source, start, end));
  }

  ontextentity(codePoint: number): void {
    if (this.open.silent > 0) return;
    if (this.open.holds(NOSCRIPT)) this.addNotice(String.fromCodePoint(codePoint));
    else if (isLetter(codePoint)) this.count(1);
  }

  onopentagend(): void {
    this.openTag(this.tag);
  }

  onselfclosingtag(): void {
    this.openTag(this.tag);
    if (this.isInForeignContext()) this.open.close(this.tag);
  }

  onclosetag(start: number, end: number): void {
    this.open.close(tagAt(this.source, start, end));
  }

  onend(): void {
    this.open.closeAll();
  }

  private addNotice(text: string): void {
    if (this.notice.length < SOME) this.notice += text;
  }

  private count(letters: number): void {
    const { root, open } = this;
    if (open.isHidden) this.hiddenLetters += letters;
    else {
      this.letters += letters;
      if (root !== null && open.count(root) >= this.rootDepth) this.rootLetters += letters;
    }
  }

  private openTag(tag: TagInfo): void {
    const { open, values } = this;
    this.countScripts(tag.name);
    if (!open.begin(tag) || open.silent > 0) return;
    const textKind = this.textKindOf(tag);
    const isRoot = this.root === null && textKind !== 'silent' && this.isRoot(tag);
    if ((tag.flags & VOID) === 0 && (isRoot || open.keeps(tag, textKind, USUAL_BOX, false))) {
      open.push({ tag, textKind, box: USUAL_BOX, from: 0 }, 'main', 0, false);
      if (isRoot) [this.root, this.rootDepth] = [tag, open.count(tag)];
    }
    const href = tag.name === 'a' || tag.name === 'area' ? values.get('href') : undefined;
    if (href !== undefined && this.links.size < MAX_LINKS && !NO_LINK.test(href))
      this.links.add(href.replace(/#.*/s, ''));
  }

  private countScripts(name: string): void {
    const { values } = this;
    if (name === 'script' && !NO_SCRIPT_TYPE.test(values.get('type') ?? '')) {
      this.scripts++;
      if (values.has('src')) this.loadedScripts++;
    }
    if (name === 'body' && values.has('onload')) this.scripts++;
  }

  private textKindOf({ name, flags }: TagInfo): TextKind {
    // The content of an object stands in for it.
    if ((flags & SILENT) !== 0 || name === 'object') return 'silent';
    if (name === 'noscript') return 'hidden';
    const kind = kindByAttributes(this.hidingAttributes(), name);
    // No sign of scripts: these are as often faded in by style sheets, or around elements of other sizes.
    return kind === 'faded' || kind === 'tiny' || kind === 'clear' ? 'shown' : kind;
  }

  private isRoot({ name }: TagInfo): boolean {
    const { values } = this;
    if (ROOT_ELEMENT.test(name)) return true;
    return values.size > 0 && (ROOT_ID.test(values.get('id') ?? '') || ROOT_ATTRIBUTES.some((one) => values.has(one)));
  }

  private elementEnded(tag: TagInfo): void {
    if (tag !== NOSCRIPT) return;
    this.noscriptNotice ||= NOTICE.test(this.notice);
    this.notice = '';
  }
}

/** ASCII letters and digits, and all characters from U+00C0 on, nearly all of which are letters. */
const isLetter = (c: number): boolean =>
  (c >= 0x61 && c <= 0x7a) || (c >= 0x41 && c <= 0x5a) || (c >= 0x30 && c <= 0x39) || c >= 0xc0;

function lettersOf(html: string, start: number, end: number): number {
  let count = 0;
  for (let i = start; i < end; i++) if (isLetter(html.charCodeAt(i))) count++;
  return count;
}

const FOLDED = /shadowrootmode|srcdoc/i;

const withinLimit = (html: string): string => (html.length > MAX_CHARS ? html.slice(0, MAX_CHARS) : html);

/** Measures a page in one pass. Malformed HTML does not throw. */
export function measurePage(html: string): PageMeasure {
  const shown = withinLimit(FOLDED.test(html) ? allOf(unfolded(html)) : html);
  const measuring = new Measuring(shown);
  new Markup(shown, measuring).end();
  return measuring.measure;
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
  const source = withinLimit(html);
  const measuring = new Measuring(source);
  const markup = new Markup(source, measuring);
  for (let until = CHUNK_CHARS; until < source.length; until += CHUNK_CHARS) {
    markup.read(until);
    const isOrdinary = measuring.letters >= SOME && measuring.links.size >= FEW_LINKS;
    if (isOrdinary && measuring.hiddenLetters < MUCH_HIDDEN) return 'none';
  }
  markup.end();
  return renderSignal(measuring.measure);
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

/** Signs of pages most of which gain by rendering. */
const PLAIN_SIGNS = ['empty body', 'framework root', 'noscript notice'] as const satisfies readonly Sign[];

/**
 * Why a page was rendered, why not if that is decided per page, or the sign that it lacks content in a session that
 * never renders: short stable codes shown in results.
 */
export type RenderReason =
  'always' | `auto: ${Sign | (typeof OTHERS)[number]}` | `never: ${(typeof PLAIN_SIGNS)[number]}`;
export const RENDER_REASONS: readonly RenderReason[] = [
  'always',
  ...[...SIGNS, ...OTHERS].map((reason) => `auto: ${reason}` as const),
  ...PLAIN_SIGNS.map((sign) => `never: ${sign}` as const),
];

/** Whether a page lacks content because its session never renders. */
export const lacksRendering = (reason: string): boolean => reason.startsWith('never: ');

/** The sign that a page lacks content which scripts fill in; null if none is plain. @param text read from `html` */
export function unrenderedReason(html: string, text: string): RenderReason | null {
  if (text.length >= SOME) return null;
  const signal = renderSignalOf(html);
  const sign = PLAIN_SIGNS.find((one) => one === signal);
  return sign === undefined ? null : `never: ${sign}`;
}
