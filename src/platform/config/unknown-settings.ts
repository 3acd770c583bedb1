import { type Environment, settings } from './settings.js';

/** A name that resembles a setting but is not one. */
interface UnknownSetting {
  readonly name: string;
  /** The most similar setting; null if none is close. */
  readonly meant: string | null;
}

/**
 * With more edits it is another word: `CRAWL_ALOWED_PORT` resembles CRAWL_ALLOWED_PORTS, `CRAWL_SPEED` resembles none.
 */
const MOST_EDITS = 3;
/** Fewer edits for names without our prefixes: other programs' names resemble ours by chance. */
const MOST_EDITS_ELSEWHERE = 2;
/** In short names two edits can yield any other: HOME is not HOST. */
const CHARS_PER_EDIT = 5;

/** `CRAWL_` of CRAWL_MAX_SESSIONS, for each setting of more than one word. */
const PREFIXES: ReadonlySet<string> = new Set(
  Object.keys(settings)
    .filter((name) => name.includes('_'))
    .map(prefixOf),
);

/**
 * Environment variables that were probably meant for this service: names with the prefix of a setting, and misspelt
 * names.
 *
 * They cause a warning, not a refusal: an environment contains other programs' variables, and a misspelt setting keeps
 * its default, which is safe.
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

/** The text of the warning. */
export const unknownSettingText = ({ name, meant }: UnknownSetting): string =>
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
