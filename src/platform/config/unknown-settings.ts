import { type Environment, settings } from './settings.js';

/** A name that looks like a setting and is none. */
export interface UnknownSetting {
  readonly name: string;
  /** The setting most like it; null when none is near. */
  readonly meant: string | null;
}

/** More edits than these make another word: `CRAWL_ALOWED_PORT` is meant for CRAWL_ALLOWED_PORTS, `CRAWL_SPEED` for none. */
const MOST_EDITS = 3;
/** Names of other programs are near ours by chance: outside of our prefixes less is taken for a slip. */
const MOST_EDITS_ELSEWHERE = 2;
/** In short names two edits make any other: HOME is not HOST. */
const CHARS_PER_EDIT = 5;

/** `CRAWL_` of CRAWL_MAX_SESSIONS, for each setting of more than one word. */
const PREFIXES: ReadonlySet<string> = new Set(
  Object.keys(settings)
    .filter((name) => name.includes('_'))
    .map(prefixOf),
);

/**
 * What an environment holds that was probably meant for this service: names with the prefix of a setting, and names a slip away from one.
 *
 * They are told, not refused: an environment is full of names of others, and a mistyped setting leaves the default, which opens nothing.
 */
export function unknownSettings(env: Environment): UnknownSetting[] {
  const found: UnknownSetting[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (name in settings || value === undefined || value.trim() === '') continue;
    const ours = PREFIXES.has(prefixOf(name));
    const meant = nearest(name, ours ? MOST_EDITS : MOST_EDITS_ELSEWHERE);
    if (ours || meant !== null) found.push({ name, meant });
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The words of a warning. */
export const toldOf = ({ name, meant }: UnknownSetting): string =>
  `${name} is not a setting and has no effect${meant === null ? '' : `; did you mean ${meant}?`}`;

function prefixOf(name: string): string {
  return name.slice(0, name.indexOf('_') + 1);
}

function nearest(name: string, most: number): string | null {
  let best: string | null = null;
  let least = Math.min(most, Math.floor(name.length / CHARS_PER_EDIT)) + 1;
  for (const setting of Object.keys(settings)) {
    if (Math.abs(setting.length - name.length) >= least) continue;
    const edits = distance(name.toUpperCase(), setting);
    if (edits < least) [best, least] = [setting, edits];
  }
  return best;
}

/** Characters to insert, delete or replace to make one text of the other (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length];
}
