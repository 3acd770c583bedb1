import { inRest, restSpelling } from '../../../platform/api/index.js';
import { SessionEventDto } from '../sessions/index.js';
import { RelevantPageDto, SessionProgressDto } from './dto/stream.dto.js';
import type { StreamItem } from './stream-items.js';

/** Server-sent events (HTML Living Standard, 9.2): texts of one stream. */

/** Client's delay before reconnecting, ms. */
const RETRY_MS = 2_000;

export const OPENING = `retry: ${RETRY_MS}\n\n`;
/** A comment: keeps proxies from closing a silent connection. */
export const HEARTBEAT = ': \n\n';
/** The last message to a listener that reads too slowly. Its client reconnects at the last item that it has read. */
export const TOO_SLOW = `: too slow\nretry: ${RETRY_MS}\n\n`;

const CLASSES = { page: RelevantPageDto, event: SessionEventDto, progress: SessionProgressDto } as const;

/** JSON has no line breaks, so it fits into one data line. */
export const textOf = (items: readonly StreamItem[]): string =>
  items
    .map(({ kind, position, data }) => {
      const answer = JSON.stringify(inRest(CLASSES[kind], data));
      return `id: ${position}\nevent: ${kind}\ndata: ${answer}\n\n`;
    })
    .join('');

/** @param position after everything that was sent */
export const endingAt = (position: string, reason: string): string =>
  `id: ${position}\nevent: end\ndata: ${JSON.stringify({ reason: restSpelling(reason) })}\n\n`;
