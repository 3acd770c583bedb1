import { AsyncLocalStorage } from 'node:async_hooks';
import { shownText, withHiddenAs } from '../domain/text/shown-text.js';

/** Input and output of a command. Tests provide their own. */
interface Terminal {
  readonly out: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly err: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
}

const current = new AsyncLocalStorage<Terminal>();

export const terminal = (): Terminal =>
  current.getStore() ?? { out: process.stdout, err: process.stderr, input: process.stdin };

export const withTerminal = <T>(given: Terminal, work: () => T): T => current.run(given, work);

/**
 * A text from the web that is safe for a terminal: nothing in it hides or moves other text, and it has no carriage
 * return.
 */
export const harmless = (text: string): string => shownText(text).replaceAll('\r', '');

/** The same on one line. */
export const oneLine = (text: string): string => harmless(text.replace(/\s+/g, ' ')).trim();

/**
 * JSON escapes C0 controls itself; other hiding characters are escaped here, which keeps the value and makes them
 * visible.
 */
export const jsonText = (value: unknown): string =>
  withHiddenAs(JSON.stringify(value, null, 2), (unit) => `\\u${unit.toString(16).padStart(4, '0')}`);
