import { parentPort } from 'node:worker_threads';
import { END } from '../../../../platform/threads/plain.js';
import { type PdfDocument, type PdfLimits, readPdfDocument } from './pdf-reader.js';

/**
 * The thread that reads PDFs one at a time for `content-pdf.ts`, which ends it if a file takes too much time or memory.
 */

export interface PdfQuestion {
  readonly bytes: Uint8Array;
  readonly limits: PdfLimits;
}
export type PdfAnswer = { readonly document: PdfDocument } | { readonly refusal: string };

parentPort?.on('message', (message: PdfQuestion | typeof END) => {
  if (message === END) process.exit(0);
  const { bytes, limits } = message;
  readPdfDocument(bytes, limits).then(
    (document) => parentPort?.postMessage({ document } satisfies PdfAnswer),
    (error: unknown) =>
      parentPort?.postMessage({ refusal: error instanceof Error ? error.message : String(error) } satisfies PdfAnswer),
  );
});
