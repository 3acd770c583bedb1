export function rowsOf(markdown: string): [word: string, meaning: string][];
