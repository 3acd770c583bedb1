import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { DomainError, invalid } from '../errors/index.js';

/** Largest JSON body of most routes. */
export const JSON_BODY_BYTES = 1_000_000;
/** For routes that take a document: a million characters of escaped HTML, with text and title. */
export const LARGE_JSON_BODY_BYTES = 8_000_000;
const MAX_DEPTH = 32;
/** Most objects, arrays and members: tens of milliseconds of parsing and checking. */
const MAX_PARTS = 50_000;
/** Bytes scanned before yielding to other requests: a few milliseconds. */
const SLICE_BYTES = 1_000_000;
const JSON_TYPE = /^application\/(?:json|graphql\+json)(?:\s*;\s*charset="?utf-8"?)?\s*$/i;

const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\,[]{}');

interface Shape {
  depth: number;
  parts: number;
  inString: boolean;
  /** Position of a character escaped by a backslash. */
  escaped: number;
}

/**
 * Scans further bytes without building values. @throws DomainError if they nest too deeply or have too many parts to
 * parse
 */
function scan(bytes: Uint8Array, from: number, to: number, shape: Shape): void {
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (shape.inString) {
      if (at === shape.escaped) continue;
      if (byte === BACKSLASH) shape.escaped = at + 1;
      else if (byte === QUOTE) shape.inString = false;
    } else if (byte === QUOTE) {
      shape.inString = true;
    } else if (byte === COMMA) {
      shape.parts++;
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      shape.parts++;
      if (++shape.depth > MAX_DEPTH)
        throw invalid('body', `the body is nested more than ${MAX_DEPTH} levels deep`, `at most ${MAX_DEPTH} levels`);
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      shape.depth--;
    }
    if (shape.parts > MAX_PARTS) {
      throw new DomainError('PAYLOAD_TOO_LARGE', `the body has more than ${MAX_PARTS} parts`, {
        field: 'body',
        allowed: `at most ${MAX_PARTS} objects, arrays and their members; larger imports go as JSON lines`,
      });
    }
  }
}

const pause = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** The parser's message with its position; the text around it is omitted, because it may be a secret. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text, (key, value: unknown) => {
      // Code that copies such members into its own objects would change their prototype.
      if (
        key === '__proto__' ||
        (key === 'constructor' && typeof value === 'object' && value !== null && 'prototype' in value)
      ) {
        throw invalid('body', `the body has a member named ${key}`, 'other names');
      }
      return value;
    });
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw invalid('body', 'the body is not valid JSON', 'a JSON value, in UTF-8');
  }
}

/**
 * The value of a JSON body; undefined if the body is empty.
 *
 * Bodies that would take long to parse are refused by their shape beforehand, and large bodies are scanned in slices,
 * so that other requests are not held up.
 *
 * @throws DomainError VALIDATION_FAILED, PAYLOAD_TOO_LARGE
 */
async function parseJsonBody(bytes: Buffer): Promise<unknown> {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw invalid('body', 'the body is not valid UTF-8', 'JSON in UTF-8');
  const shape: Shape = { depth: 0, parts: 0, inString: false, escaped: -1 };
  for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
    if (from > 0) await pause();
    scan(bytes, from, Math.min(from + SLICE_BYTES, bytes.length), shape);
  }
  if (bytes.length > SLICE_BYTES) await pause();
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  return parse(bytes.toString('utf8', start));
}

/** Parses JSON bodies instead of Fastify's own parser, and refuses bodies of types that no route accepts. */
export function installJsonParser(server: FastifyInstance): void {
  server.removeContentTypeParser(['application/json', 'text/plain']);
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: { headers: { 'content-type'?: string } }, body: unknown) => {
      const type = request.headers['content-type'] ?? '';
      if (!JSON_TYPE.test(type)) {
        throw new DomainError('UNSUPPORTED_MEDIA_TYPE', `bodies of type ${type} are not read`, {
          field: 'Content-Type',
          allowed: 'application/json in UTF-8',
        });
      }
      return parseJsonBody(body as Buffer);
    },
  );
}
