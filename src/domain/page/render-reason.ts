import { RENDER_SIGNALS, type RenderSignal } from './render-signals.js';

type Sign = Exclude<RenderSignal, 'none'>;
const SIGNS = RENDER_SIGNALS.filter((signal): signal is Sign => signal !== 'none');
/** Reasons besides the page's own signs, and the results of samples. */
const OTHERS = ['learnt', 'sample', 'not needed', 'no gain', 'failed', 'no browser'] as const;

/** Why a page was rendered, or why not if that is decided per page: short stable codes shown in results. */
export type RenderReason = 'always' | `auto: ${Sign | (typeof OTHERS)[number]}`;
export const RENDER_REASONS: readonly RenderReason[] = [
  'always',
  ...[...SIGNS, ...OTHERS].map((reason) => `auto: ${reason}` as const),
];
