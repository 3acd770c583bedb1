import type { Spider } from './queries.js';

export const SPIDER_STATES: Readonly<Record<Spider['state'], readonly [text: string, colour: string]>> = {
  TRAINING: ['training', 'RUNNING'],
  READY: ['ready', 'COMPLETED'],
  FAILED: ['failed', 'FAILED'],
};
