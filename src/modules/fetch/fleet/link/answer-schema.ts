import { z } from 'zod';
import { FAILURE_KINDS } from '../../../../domain/fetching/index.js';
import { MAX_SITEMAP_LINKS, MAX_SITEMAPS_OF_INDEX } from '../../../../domain/page/index.js';
import { canonicalUrl } from '../../../../domain/url/index.js';
import type { FetchOutcome } from '../../../../engine/index.js';
import type { Elsewhere } from '../../fetching/index.js';

/** Limit for header blocks. */
const MAX_TEXT_CHARS = 128 * 1024;
const MAX_REDIRECTS = 100;
const MAX_EXCHANGES = 1_000;
const MAX_COOKIES = 500;
const MAX_STATUS = 999;
/** The last time that a Date can represent. */
const MAX_TIME = 8.64e15;

export const isBytes = (value: unknown): value is Uint8Array => ArrayBuffer.isView(value);

/** PostgreSQL's text cannot contain NUL. */
export const text = z
  .string()
  .max(MAX_TEXT_CHARS)
  .refine((value) => !value.includes('\0'), 'contains a NUL');
const url = text.refine((value) => canonicalUrl(value) !== null, 'is not the URL of a page');
export const amount = z.number().min(0).max(Number.MAX_SAFE_INTEGER);
const moment = z.number().min(0).max(MAX_TIME);
const status = z.int().min(0).max(MAX_STATUS);
export const bytes = z.custom<Uint8Array>(isBytes, 'expected bytes');

const exchange = z.object({
  url: text,
  startedAt: moment,
  ip: text.nullable(),
  requestHead: z.string().max(MAX_TEXT_CHARS),
  responseHead: z.string().max(MAX_TEXT_CHARS),
  body: bytes,
  truncated: z.boolean(),
});
const redirects = z.array(text).max(MAX_REDIRECTS);
const exchanges = z.array(exchange).max(MAX_EXCHANGES).optional();
const sitemaps = z.array(text).max(MAX_SITEMAPS_OF_INDEX).optional();

/** Cookies of a visit, as passed on by fetchers and renderers. */
export const cookies = z
  .array(
    z.object({
      name: text,
      value: text,
      host: text,
      hostOnly: z.boolean(),
      path: text,
      secure: z.boolean(),
      httpOnly: z.boolean(),
      expires: z.number().nullable(),
    }),
  )
  .max(MAX_COOKIES);

const facts = {
  finalUrl: url,
  redirects,
  fetchedAt: moment,
  durationMs: amount,
  bytes: amount,
  hostWaitMs: amount.optional(),
  exchanges,
};
/** Passes on unknown fields of later versions, which older readers ignore. */
const outcome = z.discriminatedUnion('kind', [
  z.looseObject({
    kind: z.literal('page'),
    ...facts,
    httpStatus: status,
    html: z.string(),
    contentType: text,
    charset: text,
    truncated: z.boolean(),
    rendered: z.boolean(),
    renderReason: text.optional(),
    message: text.optional(),
    etag: text.optional(),
    lastModified: text.optional(),
    robotsTag: text.optional(),
    refresh: text.optional(),
    link: text.optional(),
    contentLanguage: text.optional(),
    sitemaps,
    screenshot: bytes.optional(),
  }),
  z.looseObject({
    kind: z.literal('sitemap'),
    ...facts,
    httpStatus: status,
    links: z.array(z.object({ url: text, title: text })).max(MAX_SITEMAP_LINKS),
    sitemaps,
    truncated: z.boolean(),
  }),
  z.looseObject({ kind: z.literal('not-modified'), ...facts, httpStatus: z.literal(304) }),
  z.looseObject({
    kind: z.enum(FAILURE_KINDS),
    ...facts,
    httpStatus: status.nullable(),
    message: text,
    retryable: z.boolean(),
    retryAfterMs: amount.optional(),
  }),
  z.looseObject({
    kind: z.literal('elsewhere'),
    url,
    redirects,
    networkMs: amount,
    lastStatus: status.nullable(),
    cookies: cookies.optional(),
    asked: z
      .array(text)
      .max(MAX_REDIRECTS * 2)
      .optional(),
    exchanges,
  }),
]);

/**
 * The outcome from a fetcher. The fetcher may be compromised, and nothing from it may end a session or a worker.
 *
 * @throws Error saying what is wrong with it
 */
export function readOutcome(sent: unknown): FetchOutcome | Elsewhere {
  const read = outcome.safeParse(sent);
  if (read.success) return read.data as FetchOutcome | Elsewhere;
  const [issue] = read.error.issues;
  throw new TypeError(`${issue?.path.join('.') || 'outcome'}: ${issue?.message ?? 'not valid'}`);
}
