import { AsyncLocalStorage } from 'node:async_hooks';

/** Where a command reads and writes. Tests give their own. */
export interface Terminal {
  readonly out: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly err: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
}

const current = new AsyncLocalStorage<Terminal>();

export const terminal = (): Terminal =>
  current.getStore() ?? { out: process.stdout, err: process.stderr, input: process.stdin };

export const withTerminal = <T>(given: Terminal, work: () => T): T => current.run(given, work);

/** C0 and C1 controls, and those that change the direction of text: what can hide or move other text. Line ends and tabs are left. */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text of the web as a terminal may be given it. */
export const harmless = (text: string): string => text.replace(CONTROLS, '');

/** The same in one line. */
export const oneLine = (text: string): string => harmless(text.replace(/\s+/g, ' ')).trim();

/** JSON escapes C0 controls itself; the others are escaped here, so that it means the same and can be shown. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(CONTROLS, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
