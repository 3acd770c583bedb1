import { ownCopy } from '../text/cut-text.js';

/** Most elements and characters of a path: deeper positions are not distinguished. */
const MAX_PARTS = 48;
const MAX_PATH_CHARS = 400;
/** Most tracked open elements. Hostile pages open tags without end. */
const MAX_OPEN = 1_024;
const MAX_NAME_CHARS = 30;
const MAX_CLASSES = 4;
/** Most remembered names and paths, some MB: the pages of a site have a few hundred. */
const MAX_REMEMBERED = 5_000;

/** A name from an attribute: numbers are dropped, because lists give each item its own. */
const named = (value: string): string => value.slice(0, MAX_NAME_CHARS).replace(/\d+/g, '0').toLowerCase();

/** Caches `make`, which depends only on the value. Templates repeat the same values on every page. */
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

type ByName<T> = Map<string, T>;

/**
 * A path, and the known paths that extend it by one part. Equal paths are the same string, so that numbering them does
 * not read their characters again.
 */
interface KnownPath {
  readonly path: string;
  /** By element name, by its class part and by its id part: joining these for each link would take longer. */
  inside: ByName<ByName<ByName<KnownPath>>> | null;
}

let root: KnownPath = { path: '', inside: null };
let rememberedPaths = 0;

function longerBy(around: KnownPath, name: string, id: string, classes: string): KnownPath {
  const known = around.inside?.get(name)?.get(classes)?.get(id);
  if (known !== undefined) return known;
  const { path } = around;
  const part = name + id + classes;
  const longer = path === '' ? part : `${path}/${part}`;
  const made: KnownPath = { path: longer.length <= MAX_PATH_CHARS ? longer : path, inside: null };
  if (rememberedPaths >= MAX_REMEMBERED) {
    root = { path: '', inside: null };
    rememberedPaths = 0;
  }
  rememberedPaths++;
  around.inside ??= new Map<string, ByName<ByName<KnownPath>>>();
  entryOf(entryOf(around.inside, name), classes).set(ownCopy(id), made);
  return made;
}

function entryOf<T>(map: ByName<ByName<T>>, key: string): ByName<T> {
  let entry = map.get(key);
  if (entry === undefined) map.set(ownCopy(key), (entry = new Map<string, T>()));
  return entry;
}

/**
 * The position of an element, as the names of the enclosing elements with their ids and classes:
 * `html/body/div#content/ul.list/li/a`. Links from one place of a template have the same path (Gauquier, Manolescu,
 * Senellart: *Efficient Crawling for Scalable Web Data Acquisition*).
 *
 * Elements that structure the page end when the stack of open elements ends them (`anchored`). Inline elements between
 * them are tracked only by name.
 */
export class TagPath {
  /** Number of open elements; their data is in the lists, whose entries are reused. */
  private depth = 0;
  private readonly names: string[] = [];
  private readonly ids: (string | null)[] = [];
  private readonly classes: (string | null)[] = [];
  /** Whether the stack of open elements ends the element, rather than an end tag found here. */
  private readonly anchored: boolean[] = [];
  /** From the root to each element; built when a link needs it. */
  private readonly paths: (KnownPath | null)[] = [];
  /** Number of anchored elements too deep to be tracked: their ends must be skipped. */
  private overflow = 0;

  /** Processes a start tag. */
  push(name: string, id: string | null, classes: string | null, isAnchored: boolean): void {
    if (this.depth >= MAX_OPEN) {
      if (isAnchored) this.overflow++;
      return;
    }
    const at = this.depth++;
    this.names[at] = name;
    this.ids[at] = id;
    this.classes[at] = classes;
    this.anchored[at] = isAnchored;
    this.paths[at] = null;
  }

  /** Ends the innermost anchored element, and the inline elements inside it. */
  endAnchored(): void {
    if (this.overflow > 0) {
      this.overflow--;
      return;
    }
    let at = this.depth - 1;
    while (at >= 0 && !this.anchored[at]) at--;
    if (at >= 0) this.depth = at;
  }

  /** Processes an end tag of an inline element: it ends nothing outside of the innermost anchored element. */
  endInline(name: string): void {
    for (let at = this.depth - 1; at >= 0 && !this.anchored[at]; at--) {
      if (this.names[at] !== name) continue;
      this.depth = at;
      return;
    }
  }

  /** From the root to the innermost open element; '' outside of all. */
  toString(): string {
    const last = Math.min(this.depth, MAX_PARTS) - 1;
    let at = last;
    while (at >= 0 && this.paths[at] === null) at--;
    let path = at < 0 ? root : (this.paths[at] ?? root);
    for (at++; at <= last; at++) {
      const id = this.ids[at];
      const classes = this.classes[at];
      path = longerBy(path, this.names[at], id === null ? '' : idPart(id), classes === null ? '' : classPart(classes));
      this.paths[at] = path;
    }
    return path.path;
  }
}
