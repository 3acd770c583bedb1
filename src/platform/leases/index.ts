export { endFormerWriters, holderLives, MARK_WRITER, type LeaseHeld } from './holders.js';
export { LeaseKeeper, type HeldLease } from './lease-keeper.js';
export type { Renewal } from './renewal-loop.js';
