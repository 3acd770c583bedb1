/** Writes to a file until nothing more fits on its disk. */
export function fillDisk(file: string): void;
