export { endFormerWriters, holderLives, MARK_WRITER } from './holders.js';
export { LeaseKeeper, type HeldLease } from './lease-keeper.js';
export type { LeaseHeld } from './lease-held.js';
export type { Renewal } from './renewal-loop.js';
