export function licensesOf(lock: unknown): string;
