import {
  type Attributes,
  context,
  type Context,
  type Link,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';

/** Attributes of a span. Undefined values are omitted. */
export type SpanAttributes = Attributes;

interface SpanOptions {
  /** `server`: an incoming request; `client`: an outgoing one. Default: `internal`. */
  readonly kind?: 'internal' | 'server' | 'client';
  /** Begins a new trace, even within an open span. */
  readonly root?: boolean;
  /** Request headers that may name the caller's span (W3C Trace Context). */
  readonly from?: Readonly<Record<string, unknown>>;
  /** Related spans of other traces. */
  readonly links?: readonly Link[];
}

/** An open span. With tracing off it is `NO_SPAN`, which does nothing. */
export interface OpenSpan {
  /** 32 hexadecimal digits; null with tracing off. */
  readonly traceId: string | null;
  /** For references from other spans; null if this one is not recorded. */
  readonly link: Link | null;
  /** Runs work within the span: spans opened by it are children of this one. */
  run<T>(work: () => T): T;
  set(attributes: SpanAttributes): void;
  rename(name: string): void;
  /** Marks the work as failed. @param type short and from a bounded set: the name of an error, an outcome, a status */
  fail(type: string, message?: string): void;
  end(): void;
}

const KINDS = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;

export const NO_SPAN: OpenSpan = {
  traceId: null,
  link: null,
  run: (work) => work(),
  set: () => undefined,
  rename: () => undefined,
  fail: () => undefined,
  end: () => undefined,
};

class RecordedSpan implements OpenSpan {
  private readonly within: Context;

  constructor(
    private readonly span: Span,
    parent: Context,
  ) {
    this.within = trace.setSpan(parent, span);
  }

  get traceId(): string {
    return this.span.spanContext().traceId;
  }

  get link(): Link | null {
    return this.span.isRecording() ? { context: this.span.spanContext() } : null;
  }

  run<T>(work: () => T): T {
    return context.with(this.within, work);
  }

  set(attributes: SpanAttributes): void {
    this.span.setAttributes(attributes);
  }

  rename(name: string): void {
    this.span.updateName(name);
  }

  fail(type: string, message?: string): void {
    this.span.setAttribute('error.type', type);
    this.span.setStatus({ code: SpanStatusCode.ERROR, ...(message !== undefined && { message }) });
  }

  end(): void {
    this.span.end();
  }
}

/** Null while tracing is off, as it is unless the environment names a collector. */
let tracer: Tracer | null = null;

/** Switches tracing on, or off with null. */
export function traceWith(next: Tracer | null): void {
  tracer = next;
}

/** Node's headers are strings or lists of strings. */
const headersOf = {
  keys: (headers: Readonly<Record<string, unknown>>) => Object.keys(headers),
  get: (headers: Readonly<Record<string, unknown>>, name: string) => {
    const value = headers[name];
    return typeof value === 'string' ? value : undefined;
  },
};

function parentOf({ root = false, from }: SpanOptions): Context {
  // A call made within the process has no such header, and belongs to the open span.
  if (from !== undefined) return propagation.extract(context.active(), from, headersOf);
  return root ? ROOT_CONTEXT : context.active();
}

/**
 * Opens a span. The caller ends it.
 *
 * @param attributes computed only if tracing is on
 */
export function openSpan(name: string, attributes: () => SpanAttributes, options: SpanOptions = {}): OpenSpan {
  if (tracer === null) return NO_SPAN;
  const parent = parentOf(options);
  const { kind = 'internal', links = [] } = options;
  const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: attributes(), links: [...links] }, parent);
  return new RecordedSpan(span, parent);
}

/** Does work within a span that ends with it. A thrown error marks the span as failed. */
export async function traced<T>(
  name: string,
  attributes: () => SpanAttributes,
  work: (span: OpenSpan) => Promise<T>,
  options: SpanOptions = {},
): Promise<T> {
  if (tracer === null) return work(NO_SPAN);
  const span = openSpan(name, attributes, options);
  try {
    return await span.run(() => work(span));
  } catch (error) {
    // An error's message may contain users' texts and secrets: it belongs into the log.
    span.fail(error instanceof Error ? error.name : 'Error');
    throw error;
  } finally {
    span.end();
  }
}

/** The current trace and span; null outside of any. */
export function currentTrace(): { readonly traceId: string; readonly spanId: string } | null {
  if (tracer === null) return null;
  const span = trace.getSpanContext(context.active());
  return span === undefined ? null : { traceId: span.traceId, spanId: span.spanId };
}

/** Longer URLs are cut. Sites invent URLs of any length. */
const MAX_CHARS = 2_000;
/** The replacement of secrets in OpenTelemetry's conventions for `url.full`. */
const REDACTED = 'REDACTED';

/** A URL for traces: without user, password and fragment, and without the values of its query, which may be keys. */
export function shownUrl(url: string): string {
  if (!URL.canParse(url)) return 'invalid';
  const { protocol, host, pathname, search } = new URL(url);
  const names = search.slice(1, MAX_CHARS).split('&').filter(Boolean);
  const query = names.map((part) =>
    part.includes('=') ? `${part.slice(0, part.indexOf('='))}=${REDACTED}` : REDACTED,
  );
  return `${protocol}//${host}${pathname}${query.length === 0 ? '' : `?${query.join('&')}`}`.slice(0, MAX_CHARS);
}
