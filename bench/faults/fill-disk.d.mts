/** Writes to a file until its disk is full. */
export function fillDisk(file: string): void;
