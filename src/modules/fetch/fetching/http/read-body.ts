import type { Dispatcher } from 'undici';
import { FetchFault } from '../fetch-fault.js';
import { PieceCollector } from './piece-collector.js';

interface ReadBody {
  readonly bytes: Buffer;
  /** `cut` at the limit; `broken` before its end. */
  readonly end: 'whole' | 'cut' | 'broken';
  readonly cause: unknown;
}

/** Time without a byte after which a body that ends like a complete document is taken for one, s. */
const LONGEST_PAUSE_S = 5;

/**
 * Uses events: iterating over a stream costs more than all other work on a body of some kilobytes.
 *
 * @param isWhole whether a body is complete although the server leaves its connection open: browsers show such pages
 */
export function readUpTo(
  body: Dispatcher.ResponseData['body'],
  maxBytes: number,
  isWhole?: (bytes: Buffer) => Promise<boolean>,
): Promise<ReadBody> {
  const pieces = new PieceCollector();
  return new Promise((resolve) => {
    const ended = (end: ReadBody['end'], cause: unknown = null): void => {
      clearInterval(watch);
      body.off('data', onPiece).off('end', onEnd).off('error', onError).off('close', onClose);
      resolve({ bytes: pieces.join(maxBytes), end, cause });
    };
    const onPiece = (piece: Buffer): void => {
      pieces.add(piece);
      if (pieces.size <= maxBytes) return;
      ended('cut');
      // This also destroys the connection.
      body.destroy();
    };
    const onEnd = (): void => ended('whole');
    const onError = (cause: unknown): void => ended('broken', cause);
    const onClose = (): void =>
      ended('broken', body.errored ?? new FetchFault('reset', 'the body ended before its end'));
    let [size, pauseS] = [0, 0];
    // Counts turns of the event loop: one long turn of a busy machine is no pause of the server.
    const look = async (): Promise<void> => {
      pauseS = pieces.size === size ? pauseS + 1 : 0;
      size = pieces.size;
      if (pauseS !== LONGEST_PAUSE_S || isWhole === undefined) return;
      if (!(await isWhole(pieces.join(maxBytes))) || pieces.size !== size) return;
      ended('broken', new FetchFault('truncated', 'the body did not end'));
      body.destroy();
    };
    const watch = isWhole && setInterval(() => void look(), 1_000);
    if (body.destroyed) return onClose();
    body.on('data', onPiece).on('end', onEnd).on('error', onError).on('close', onClose);
  });
}
