import type { ESLint } from 'eslint';

export interface ImportTarget {
  /** Path of the imported file from the root of the checkout, or the name of the package, without its subpath. */
  readonly to: string;
  readonly isPackage: boolean;
}
export interface NamedImport extends ImportTarget {
  /** Imported names; `*` for all, empty for side effects. */
  readonly names: readonly string[];
}

export function roomOf(file: string): string;
export function target(file: string, specifier: string): ImportTarget;
export function complaintAbout(file: string, one: NamedImport): string | null;
export const roomsPlugin: ESLint.Plugin;
