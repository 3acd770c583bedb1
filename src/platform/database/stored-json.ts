import type { Prisma } from './generated/client.js';

/** A value for a column of JSON. Prisma's type has no place for interfaces and read-only arrays. */
export const storedJson = (value: object): Prisma.InputJsonObject => value;
