import { ownCopy } from '../text/own-copy.js';

/** Elements and characters of one path, at most: deeper ones are told apart no further. */
const MAX_PARTS = 48;
const MAX_PATH_CHARS = 400;
/** Elements that are tracked at once. Hostile pages open tags without end. */
const MAX_OPEN = 1_024;
const MAX_NAME_CHARS = 30;
const MAX_CLASSES = 4;
/** Names and paths remembered, some MB at most: the pages of a site have few hundred. */
const MAX_REMEMBERED = 5_000;

interface Entry {
  readonly name: string;
  readonly id: string | null;
  readonly classes: string | null;
  /** Ended by the stack of open elements, not by an end tag that is found here. */
  readonly isAnchored: boolean;
  /** From the root to this element; made when a link asks for it. */
  path: string | null;
}

/** A name out of an attribute: numbers are not told apart, since a list gives each of its items its own. */
const named = (value: string): string => value.slice(0, MAX_NAME_CHARS).replace(/\d+/g, '0').toLowerCase();

/** Answers of `make`, which depend on the value alone. Templates repeat the same values on every page. */
function remembering(make: (value: string) => string): (value: string) => string {
  const remembered = new Map<string, string>();
  return (value) => {
    const known = remembered.get(value);
    if (known !== undefined) return known;
    const made = make(value);
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    if (value.length <= MAX_PATH_CHARS) remembered.set(ownCopy(value), made);
    return made;
  };
}

const idPart = remembering((id) => {
  const own = id.trim();
  return own === '' ? '' : `#${named(own)}`;
});

const classPart = remembering((classes) => {
  let part = '';
  for (const one of classes.trim().split(/\s+/, MAX_CLASSES)) if (one !== '') part += `.${named(one)}`;
  return part;
});

/** Paths by the path around them and their last part. The same path is the same string, so that numbering it does not read its characters again. */
const remembered = new Map<string, Map<string, string>>();
let rememberedPaths = 0;

function longerBy(path: string, part: string): string {
  let inside = remembered.get(path);
  const known = inside?.get(part);
  if (known !== undefined) return known;
  const longer = path === '' ? part : `${path}/${part}`;
  const cut = longer.length <= MAX_PATH_CHARS ? longer : path;
  if (rememberedPaths >= MAX_REMEMBERED) {
    remembered.clear();
    rememberedPaths = 0;
    inside = undefined;
  }
  if (inside === undefined) remembered.set(path, (inside = new Map<string, string>()));
  inside.set(ownCopy(part), cut);
  rememberedPaths++;
  return cut;
}

/**
 * Where an element stands, as the names of the elements around it with their ids and classes: `html/body/div#content/ul.list/li/a`. Links that a template
 * makes have the same one (Gauquier, Manolescu, Senellart: *Efficient Crawling for Scalable Web Data Acquisition*).
 *
 * Elements that structure the page end when the stack of open elements ends them (`anchored`). Between them inline elements are kept by name alone.
 */
export class TagPath {
  private readonly open: Entry[] = [];
  /** Anchored elements that were too deep to be kept: their ends are to be counted off. */
  private overflow = 0;

  /** Takes in a start tag. */
  push(name: string, id: string | null, classes: string | null, isAnchored: boolean): void {
    if (this.open.length >= MAX_OPEN) {
      if (isAnchored) this.overflow++;
      return;
    }
    this.open.push({ name, id, classes, isAnchored, path: null });
  }

  /** The innermost anchored element ended, and with it the inline elements inside. */
  endAnchored(): void {
    if (this.overflow > 0) {
      this.overflow--;
      return;
    }
    let at = this.open.length - 1;
    while (at >= 0 && !this.open[at].isAnchored) at--;
    if (at >= 0) this.cutTo(at);
  }

  /** Takes in an end tag of an inline element: it ends nothing outside of the innermost anchored element. */
  endInline(name: string): void {
    for (let at = this.open.length - 1; at >= 0 && !this.open[at].isAnchored; at--) {
      if (this.open[at].name !== name) continue;
      this.cutTo(at);
      return;
    }
  }

  /** From the root to the innermost open element; '' outside of all. */
  toString(): string {
    const { open } = this;
    let at = Math.min(open.length, MAX_PARTS) - 1;
    const last = at;
    while (at >= 0 && open[at].path === null) at--;
    let path = at < 0 ? '' : (open[at].path ?? '');
    for (at++; at <= last; at++) {
      const { name, id, classes } = open[at];
      let part = name;
      if (id !== null) part += idPart(id);
      if (classes !== null) part += classPart(classes);
      path = longerBy(path, part);
      open[at].path = path;
    }
    return path;
  }

  /** Elements end one by one nearly always; setting the length of an array takes ten times as long. */
  private cutTo(length: number): void {
    while (this.open.length > length) this.open.pop();
  }
}
