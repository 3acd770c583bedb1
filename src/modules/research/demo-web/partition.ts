import type { Chance } from '../../../domain/base/chance.js';
import { Draw } from './draw.js';
import type { PartOfSpeech, RelationKind, Wordnet } from './wordnet.js';

/** The synsets of one site, and the synset at the root of their subtree. */
export interface SiteMembers {
  /** -1 for a general site, which has no subject. */
  readonly head: number;
  /** 0 for the first site of a subtree, 1 for the second, if it had to be split. */
  readonly ordinal: number;
  /** Ascending. */
  readonly synsets: Int32Array;
}

/**
 * Most synsets of a site. WordNet's 117 791 synsets then give about five hundred sites, and about a dozen for a class
 * the size of food.
 */
const MAX_SITE = 320;
/** A smaller subtree stays with its parent's site: a site of ten pages says nothing about a subject. */
const MIN_SITE = 60;
/** Sites without a subject (encyclopedias, blogs), and their share of synsets: not all domains have a subject. */
const GENERAL_SITES = 32;
const GENERAL_SHARE = 0.06;

/**
 * The relation to the synset one level up. Adjectives form clusters around a head; adverbs depend on their adjective.
 */
const PARENT_RELATIONS: Readonly<Record<PartOfSpeech, readonly RelationKind[]>> = {
  noun: ['hypernym', 'instance of'],
  verb: ['hypernym'],
  adj: ['similar to'],
  adv: ['pertains to'],
};

/**
 * Parent of each synset within its part of speech, -1 for a root. The root of an adjective cluster is the head that
 * comes first in the file.
 */
function parents(wordnet: Wordnet): Int32Array {
  const parent = new Int32Array(wordnet.size).fill(-1);
  for (let synset = 0; synset < wordnet.size; synset++) {
    const part = wordnet.partOf(synset);
    const above =
      PARENT_RELATIONS[part].map((kind) => wordnet.firstTarget(synset, kind)).find((target) => target >= 0) ?? -1;
    const usable = above >= 0 && wordnet.partOf(above) === part && (part !== 'adj' || above < synset);
    if (usable) parent[synset] = above;
  }
  return parent;
}

/** Children before their parents; a synset on a cycle (the verbs have one) becomes a root. */
function bottomUp(parent: Int32Array): Int32Array {
  const waiting = new Int32Array(parent.length);
  for (const above of parent) if (above >= 0) waiting[above]++;
  const order = new Int32Array(parent.length);
  const done = new Uint8Array(parent.length);
  let filled = 0;
  const take = (start: number): void => {
    for (let at = start; at >= 0 && done[at] === 0 && waiting[at] === 0; at = parent[at]) {
      done[at] = 1;
      order[filled++] = at;
      if (parent[at] >= 0) waiting[parent[at]]--;
    }
  };
  for (let synset = 0; synset < parent.length; synset++) take(synset);
  for (let synset = 0; synset < parent.length; synset++) {
    if (done[synset] === 1) continue;
    waiting[synset] = 0;
    const above = parent[synset];
    parent[synset] = -1;
    if (above >= 0) waiting[above]--;
    take(synset);
    take(above);
  }
  return order;
}

/** A part of the hypernym tree without a site yet. */
interface Piece {
  readonly head: number;
  readonly synsets: readonly number[];
}

/** Joins consecutive pieces until a site is full; a joined piece is named after its largest part. */
function pack(pieces: readonly Piece[]): Piece[] {
  const packed: Piece[] = [];
  let open: Piece[] = [];
  let size = 0;
  const close = (): void => {
    if (open.length === 0) return;
    const largest = open.reduce((best, piece) => (piece.synsets.length > best.synsets.length ? piece : best));
    packed.push({ head: largest.head, synsets: open.flatMap((piece) => piece.synsets) });
    open = [];
    size = 0;
  };
  for (const piece of pieces) {
    if (size + piece.synsets.length > MAX_SITE) close();
    open.push(piece);
    size += piece.synsets.length;
  }
  close();
  return packed;
}

/**
 * Cuts off the pieces that do not fit into one site beside `room` more synsets: large subtrees as sites of their own,
 * then bundles of small ones.
 */
function trim(pieces: Piece[], room: number, head: number, cutOff: (pieces: readonly Piece[]) => void): Piece[] {
  const rest = [...pieces].sort((a, b) => b.synsets.length - a.synsets.length || a.head - b.head);
  let total = room + rest.reduce((sum, piece) => sum + piece.synsets.length, 0);
  while (total > MAX_SITE && rest.length > 0 && rest[0].synsets.length >= MIN_SITE) {
    const [cut] = rest.splice(0, 1);
    total -= cut.synsets.length;
    cutOff([cut]);
  }
  if (total <= MAX_SITE) return rest;
  const packed = pack(rest.sort((a, b) => a.head - b.head));
  const last = packed[packed.length - 1];
  const fits = last.synsets.length + room <= MAX_SITE;
  cutOff((fits ? packed.slice(0, -1) : packed).map((piece) => ({ ...piece, head })));
  return fits ? [last] : [];
}

/**
 * Divides all synsets into sites: subtrees of the hypernym tree with at most `MAX_SITE` members, cut off from the
 * leaves upwards, so that each site has a subject; and a few general sites with members from everywhere.
 */
export function partition(wordnet: Wordnet, chance: Chance): SiteMembers[] {
  const sites: SiteMembers[] = [];
  const cutOff = (pieces: readonly Piece[]): void => {
    pieces.forEach(({ head, synsets }, ordinal) =>
      sites.push({ head, ordinal, synsets: Int32Array.from(synsets).sort() }),
    );
  };
  const general: number[][] = Array.from({ length: GENERAL_SITES }, () => []);
  const parent = parents(wordnet);
  const pending = new Map<number, Piece[]>();
  const roots = new Map<PartOfSpeech, Piece[]>();

  for (const synset of bottomUp(parent)) {
    const isGeneral = chance.holds(GENERAL_SHARE, Draw.GeneralSite, synset);
    if (isGeneral) general[chance.below(GENERAL_SITES, Draw.GeneralSite, synset, 1)].push(synset);
    const own = isGeneral ? [] : [synset];
    const kept = trim(pending.get(synset) ?? [], own.length, synset, cutOff);
    pending.delete(synset);
    const synsets = kept.flatMap((piece) => piece.synsets).concat(own);
    if (synsets.length === 0) continue;
    const piece = { head: synset, synsets };
    if (parent[synset] >= 0) append(pending, parent[synset], piece);
    else append(roots, wordnet.partOf(synset), piece);
  }

  for (const pieces of roots.values()) {
    pieces.sort((a, b) => wordnet.classNo(a.head) - wordnet.classNo(b.head) || a.head - b.head);
    for (const site of pack(pieces)) cutOff([site]);
  }
  general.forEach((synsets, ordinal) => sites.push({ head: -1, ordinal, synsets: Int32Array.from(synsets).sort() }));
  return sites;
}

function append<Key>(groups: Map<Key, Piece[]>, key: Key, piece: Piece): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [piece]);
  else group.push(piece);
}
