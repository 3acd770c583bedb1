import { foldSpace } from './fold-space.js';
import { shownText } from './shown-text.js';

/** The name that somebody typed, on one line; empty where no character of it would be seen. */
export function nameIn(typed: string): string {
  const name = foldSpace(typed);
  return shownText(name).trim() === '' ? '' : name;
}
