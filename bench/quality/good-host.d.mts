/** HTML by URL. */
export function goodHostWeb(): ReadonlyMap<string, string>;
export function isGood(url: string): boolean;
export const SEEDS: readonly string[];
