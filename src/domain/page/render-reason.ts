import { RENDER_SIGNALS, type RenderSignal } from './render-signals.js';

type Sign = Exclude<RenderSignal, 'none'>;
const SIGNS = RENDER_SIGNALS.filter((signal): signal is Sign => signal !== 'none');
/** What decided where nothing of the page itself did, and what came of it. */
const OTHERS = ['learnt', 'sample', 'not needed', 'no gain', 'failed', 'no browser'] as const;

/** Why a page was rendered, or why not where that is decided for each page: short stable codes that results show. */
export type RenderReason = 'always' | `auto: ${Sign | (typeof OTHERS)[number]}`;
export const RENDER_REASONS: readonly RenderReason[] = [
  'always',
  ...[...SIGNS, ...OTHERS].map((reason) => `auto: ${reason}` as const),
];
