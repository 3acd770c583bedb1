import { Markup, PIECE_CHARS } from './markup.js';
import type { MarkupEvents } from './markup-events.js';
import { kindByAttributes } from './hiding.js';
import { BREAKS_OUT } from './open-elements.js';
import { TagReader } from './tag-reader.js';
import { FRAME_DOCUMENT, tagAt, UNSLOTTED, VOID } from './tags.js';

/** A part of the result: HTML, a slot to be filled, or a list of parts in place of a slot. */
type Part = string | Slot;

/** A slot in a shadow tree for children of its host. */
interface Slot {
  /** Its own content, shown if no child is assigned to it. */
  readonly own: Part[];
  assigned: readonly Part[] | null;
}

interface ShadowTree {
  readonly slots: Map<string, Slot>;
  /** The children of its host, by the names of their slots. */
  readonly children: Map<string, Part[]>;
}

interface Frame {
  readonly name: string;
  /** Destination of its tags. */
  readonly outer: Part[];
  /** Number of parts in `outer` before its content. */
  readonly from: number;
  /** The places in `outer` of its children for named slots, while it has no tree. */
  readonly named: { readonly slot: string; readonly from: number; to: number }[];
  readonly kind: 'element' | 'shadow' | 'dropped';
  /** The element's shadow tree. */
  tree: ShadowTree | null;
  /** Whether it is a `template` or `noscript`, whose content is not shown. */
  readonly isInert: boolean;
}

/** Deepest tracked nesting; deeper elements stay in place. */
const MAX_DEPTH = 512;
/** Deepest nesting of documents. */
const MAX_FRAMES = 3;

const RAW: ReadonlySet<string> = new Set(['script', 'style', 'xmp', 'iframe', 'noembed', 'noframes']);
/** Has no end in browsers, but the parts behind it here need one. */
const PLAIN = 'plaintext';
const PLAIN_SHOWN = 'pre';
/** Elements that may have a shadow tree besides custom ones, whose names have a hyphen (DOM standard 4.8). */
const HOSTS: ReadonlySet<string> = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
);
/** Document elements without a meaning inside another document. */
const OF_DOCUMENT: ReadonlySet<string> = new Set(['html', 'head', 'body', 'base', 'meta', 'link', 'frameset', 'frame']);
const UNSEEN: ReadonlySet<string> = new Set(['script', 'style', 'title']);
/** Elements that end implicitly: a superfluous end tag would be an empty paragraph. */
const ENDS_BY_ITSELF: ReadonlySet<string> = new Set(
  'html head body p li dt dd td th tr tbody thead tfoot colgroup option optgroup rt rp'.split(' '),
);
const VALUES = new Set(['shadowrootmode', 'name', 'slot', 'srcdoc', 'href', 'hidden', 'popover', 'style']);

/**
 * A page with its declarative shadow trees and the documents in its frames (`srcdoc`) where they are shown: a tree
 * replaces its host's children, which fill its slots (DOM standard 4.2.2, the flat tree of CSS Scoping 3.4); a document
 * precedes its frame. Children without a slot are hidden. Runs in steps, linear in the page's length.
 */
export function* unfolded(html: string): Generator<void, string> {
  const unfolding = new Unfolding(html, 0);
  const markup = new Markup(html, unfolding);
  for (let until = PIECE_CHARS; until < html.length; until += PIECE_CHARS) {
    markup.read(until);
    yield;
  }
  markup.end();
  return unfolding.toString();
}

class Unfolding extends TagReader implements MarkupEvents {
  private readonly parts: Part[] = [];
  private sink = this.parts;
  private readonly open: Frame[] = [];
  private tooDeep = 0;
  private pictures = 0;
  /** Number of open `template` and `noscript` elements, whose content is not shown. */
  private inert = 0;
  /** The first base of a document within a frame; null if it has none. */
  private base: string | null = null;

  /** @param level number of enclosing documents */
  constructor(
    html: string,
    private readonly level: number,
  ) {
    super(html, VALUES, Number.POSITIVE_INFINITY);
  }

  isInForeignContext(): boolean {
    return this.pictures > 0;
  }

  ontext(start: number, end: number): void {
    const text = this.source.slice(start, end);
    const within = this.open.at(-1)?.name ?? '';
    if (RAW.has(within)) return this.text(text);
    this.text((within === PLAIN ? text.replaceAll('&', '&amp;') : text).replaceAll('<', '&lt;'));
  }

  ontextentity(codePoint: number): void {
    this.text(`&#${codePoint};`);
  }

  onopentagend(behind: number): void {
    this.openTag(behind, false);
  }

  onselfclosingtag(behind: number): void {
    this.openTag(behind, this.pictures > 0);
  }

  onclosetag(start: number, end: number): void {
    const { name } = tagAt(this.source, start, end);
    if (this.tooDeep > 0) {
      this.tooDeep--;
      return;
    }
    for (let at = this.open.length - 1; at >= 0; at--) {
      const frame = this.open[at];
      if (frame.name === name) {
        while (this.open.length > at + 1) this.end(false);
        return this.end(true);
      }
      // End tags do not close elements outside of a tree.
      if (frame.name === 'template') return;
    }
    // Browsers create elements for these.
    if (this.level === 0 && (name === 'p' || name === 'br')) this.place().push(`</${name}>`);
  }

  onend(): void {
    while (this.open.length > 0) this.end(this.level > 0);
  }

  override toString(): string {
    const texts: string[] = [];
    const lists: { readonly parts: readonly Part[]; at: number }[] = [{ parts: this.parts, at: 0 }];
    for (let list = lists.at(-1); list !== undefined; list = lists.at(-1)) {
      const part = list.parts[list.at++];
      if (part === undefined) lists.pop();
      else if (typeof part === 'string') texts.push(part);
      else lists.push({ parts: part.assigned ?? part.own, at: 0 });
    }
    return texts.join('');
  }

  private text(html: string): void {
    this.place().push(html);
  }

  /** Destination of a child of the innermost open element. @param slot the name of its slot */
  private place(slot = ''): Part[] {
    const tree = this.open.at(-1)?.tree ?? null;
    if (tree === null || this.tooDeep > 0) return this.sink;
    let parts = tree.children.get(slot);
    if (parts === undefined) tree.children.set(slot, (parts = []));
    return parts;
  }

  private openTag(behind: number, isEmpty: boolean): void {
    const { tag, values, level } = this;
    const { name } = tag;
    if (this.pictures > 0 && BREAKS_OUT.has(name)) this.leavePictures();
    if (level > 0 && name === 'base' && this.inert === 0 && this.pictures === 0)
      this.base ??= values.get('href') ?? null;
    if (level > 0 && OF_DOCUMENT.has(name)) return;
    // The page's base is one outside of shadow trees (HTML standard 4.2.3).
    if (name === 'base' && this.open.some(({ kind }) => kind === 'shadow')) return;
    if (this.beginsTree(name)) return;
    const slot = values.get('slot') ?? '';
    const outer = this.place(slot);
    const parent = this.open.at(-1);
    const isNamed = slot !== '' && parent?.tree === null && this.tooDeep === 0;
    const place = { slot, from: outer.length, to: Number.POSITIVE_INFINITY };
    if (isNamed) parent.named.push(place);
    if (name === 'iframe' && this.inert === 0 && !this.isForeign()) this.documentWithin(outer);
    const shown = this.shownName(name);
    const html = shown === name ? this.source.slice(this.tagStart - 1, behind) : `<${shown}>`;
    const isDropped = level > 0 && UNSEEN.has(name) && this.pictures === 0;
    if (!isDropped) outer.push(html);
    if (isEmpty || (tag.flags & VOID) !== 0) {
      place.to = outer.length;
      return;
    }
    if (
      !this.push({
        ...{ name, outer, from: outer.length, named: [], kind: isDropped ? 'dropped' : 'element', tree: null },
        isInert: (name === 'template' || name === 'noscript') && !this.isForeign(),
      })
    )
      return;
    this.sink = isDropped ? [] : outer;
    if (name === 'slot' && !this.isForeign()) this.slot();
  }

  private shownName(name: string): string {
    return name === PLAIN && this.pictures === 0 ? PLAIN_SHOWN : name;
  }

  /**
   * Ends the pictures around an HTML element that lack their end tags: what follows is HTML again. Those around a
   * template or foreign object stay.
   */
  private leavePictures(): void {
    const inside = this.open.findLastIndex(
      ({ name, kind, isInert }) => name === 'foreignobject' || kind === 'shadow' || isInert,
    );
    const picture = this.open.findIndex(({ name }, at) => at > inside && name === 'svg');
    if (picture >= 0) while (this.open.length > picture) this.end(false);
  }

  /** Whether the current tags are inside a picture, where a template is not HTML's. */
  private isForeign(): boolean {
    if (this.pictures === 0) return false;
    return this.open.findLast(({ name }) => name === 'svg' || name === 'foreignobject')?.name === 'svg';
  }

  private push(frame: Frame): boolean {
    if (this.open.length >= MAX_DEPTH) {
      this.tooDeep++;
      return false;
    }
    this.open.push(frame);
    if (frame.name === 'svg') this.pictures++;
    if (frame.isInert) this.inert++;
    return true;
  }

  /** Whether a tag begins the shadow tree of the enclosing element, if that may have one. */
  private beginsTree(name: string): boolean {
    const host = this.open.at(-1);
    const mode = name === 'template' ? this.values.get('shadowrootmode')?.trim().toLowerCase() : undefined;
    if (host === undefined || host.tree !== null || host.kind !== 'element' || this.inert > 0) return false;
    if (this.isForeign()) return false;
    if (mode !== 'open' && mode !== 'closed') return false;
    if (!HOSTS.has(host.name) && !host.name.includes('-')) return false;
    const { sink } = this;
    if (!this.push({ name, outer: sink, from: 0, named: [], kind: 'shadow', tree: null, isInert: false })) return false;
    host.tree = { slots: new Map(), children: childrenBefore(sink, host) };
    return true;
  }

  /** Marks the innermost open element as a slot of its tree. */
  private slot(): void {
    const root = this.open.findLastIndex(({ kind }) => kind === 'shadow');
    const tree = root < 1 ? null : this.open[root - 1].tree;
    const name = this.values.get('name') ?? '';
    if (tree === null || tree.slots.has(name)) return;
    const slot: Slot = { own: [], assigned: null };
    tree.slots.set(name, slot);
    this.sink.push(slot);
    this.sink = slot.own;
  }

  private documentWithin(outer: Part[]): void {
    const { values, level } = this;
    const source = values.get('srcdoc');
    if (source === undefined || level >= MAX_FRAMES) return;
    const inner = new Unfolding(source, level + 1);
    new Markup(source, inner).end();
    const isHidden = ['hidden', 'invisible'].includes(kindByAttributes(this.hidingAttributes()));
    const base = inner.base === null ? '' : ` href="${inner.base.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
    outer.push(`<${FRAME_DOCUMENT}${base}${isHidden ? ' hidden' : ''}>`, inner.toString(), `</${FRAME_DOCUMENT}>`);
  }

  /** Ends the innermost open element. @param hasEndTag whether by an end tag */
  private end(hasEndTag: boolean): void {
    const frame = this.open.pop();
    if (frame === undefined) return;
    const { name, outer, kind, tree, isInert } = frame;
    this.sink = outer;
    const place = this.open.at(-1)?.named.at(-1);
    if (name === 'svg') this.pictures--;
    if (isInert) this.inert--;
    if (tree !== null) assign(tree, outer);
    if (kind === 'element' && (hasEndTag || !ENDS_BY_ITSELF.has(name))) outer.push(`</${this.shownName(name)}>`);
    if (place?.to === Number.POSITIVE_INFINITY) place.to = outer.length;
  }
}

/** Takes the children of a host that precede its tree out of the parts, by the names of their slots. */
function childrenBefore(parts: Part[], { from, named }: Frame): Map<string, Part[]> {
  const children = new Map<string, Part[]>();
  const add = (slot: string, some: readonly Part[]): void => {
    const known = children.get(slot);
    if (known === undefined) children.set(slot, [...some]);
    else for (const part of some) known.push(part);
  };
  let at = from;
  for (const { slot, from: start, to } of named) {
    add('', parts.slice(at, start));
    add(slot, parts.slice(start, to));
    at = to;
  }
  add('', parts.slice(at));
  parts.length = from;
  return children;
}

/**
 * Assigns a host's children to the slots of its tree, and those without a slot to a hidden part. They stay in their
 * lists: in trees within trees each level would copy all children of those within.
 */
function assign({ slots, children }: ShadowTree, unseen: Part[]): void {
  const left: Part[] = [];
  for (const [name, parts] of children) {
    const slot = slots.get(name);
    if (slot !== undefined) slot.assigned = parts;
    else if (parts.length > 0) left.push({ own: parts, assigned: null });
  }
  if (left.length > 0) unseen.push(`<${UNSLOTTED}>`, { own: left, assigned: null }, `</${UNSLOTTED}>`);
}
