export function findHelm(): Promise<string>;
