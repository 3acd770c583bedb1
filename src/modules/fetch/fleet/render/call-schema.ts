import { z } from 'zod';
import { FetchFault, type TabResult } from '../../fetching/index.js';
import { amount, bytes, cookies, text } from '../link/answer-schema.js';
import { MAX_PIECE_BYTES } from '../link/fleet-link.js';
import type { RenderCall } from './render-calls.js';

/** Limit of a page's thumbnail. */
const MAX_SCREENSHOT_BYTES = 1024 * 1024;
/** UTF-8 bytes per character of a JavaScript string. */
const MAX_BYTES_OF_CHAR = 3;
/** The longest deferral of pages by a renderer, ms. */
const LONGEST_PUT_OFF_MS = 60_000;
/** Faults of a page that cannot be rendered: see `PageRenderer`. */
const RENDER_FAULTS = ['timeout', 'aborted', 'overloaded', 'render-failed', 'render-killed'] as const;

const number = z.int().min(0);
const from = { job: text, renderer: text };
const fault = z.object({
  kind: z.enum(RENDER_FAULTS).catch('render-failed'),
  message: text,
  retryAfterMs: amount.transform((ms) => Math.min(ms, LONGEST_PUT_OFF_MS)).optional(),
  noBrowser: z.literal(true).optional(),
  browserLost: z.literal(true).optional(),
});
const call = z.discriminatedUnion('op', [
  z.object({ ...from, op: z.literal('task'), piece: number }),
  z.object({ ...from, op: z.literal('navigate'), url: text, cookies: cookies.optional() }),
  z.object({ ...from, op: z.literal('navigated'), piece: number }),
  z.object({ ...from, op: z.literal('alive') }),
  z.object({
    ...from,
    op: z.literal('result'),
    piece: number,
    count: number.min(1),
    bytes: bytes.refine((value) => value.byteLength <= MAX_PIECE_BYTES, 'too long'),
  }),
  z.object({ ...from, op: z.literal('fault'), fault }),
  z.object({ ...from, op: z.literal('back') }),
]);
const result = z.object({
  html: z.string(),
  truncated: z.boolean(),
  screenshot: bytes.refine((value) => value.byteLength <= MAX_SCREENSHOT_BYTES, 'too large').optional(),
});

/** Null for invalid calls: a renderer may be compromised. */
export function readCall(sent: unknown): RenderCall | null {
  const read = call.safeParse(sent);
  return read.success ? read.data : null;
}

/** Most bytes of a page's result, packed or not. */
export const mostBytesOf = (maxChars: number): number => maxChars * MAX_BYTES_OF_CHAR + 2 * MAX_SCREENSHOT_BYTES;

/** @throws FetchFault `render-failed` for an invalid result */
export function readResult(sent: unknown, maxChars: number): TabResult {
  const read = result.safeParse(sent);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new FetchFault('render-failed', `${issue?.path.join('.') || 'result'}: ${issue?.message ?? 'not valid'}`);
  }
  const { html, truncated, screenshot } = read.data;
  return {
    html: html.slice(0, maxChars),
    truncated: truncated || html.length > maxChars,
    ...(screenshot === undefined ? {} : { screenshot }),
  };
}
