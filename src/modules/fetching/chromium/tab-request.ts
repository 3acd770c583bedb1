import type { PlainCookie } from '../visit-cookies.js';
import type { RenderingConfig } from '../../../domain/session/reading-config.js';

/** An HTTP answer to hand to the browser. */
export interface Fulfilment {
  readonly status: number;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body: Buffer;
}

/** A document to go on to, and the cookies that the browser is to have with it. */
export interface NextDocument extends Fulfilment {
  readonly cookies?: readonly PlainCookie[];
}

export interface TabRequest {
  readonly url: string;
  readonly userAgent: string;
  readonly acceptLanguage?: string;
  /** URL of the session's proxy, through which the page loads what it loads. */
  readonly proxy?: string;
  /** Those that the visit has so far. Null: documents get none, and scripts can set none. */
  readonly cookies?: readonly PlainCookie[] | null;
  readonly document: Fulfilment;
  readonly rendering: RenderingConfig;
  /** Answers a navigation that a script of the page started, from the cookies that the browser has by then; null refuses it, and the page stays. */
  readonly navigate: (url: string, cookies: readonly PlainCookie[]) => Promise<NextDocument | null>;
  /** Answers any other https request in place of the proxy; absent where the proxy does it. */
  readonly subresource?: (url: string, headers: Readonly<Record<string, string>>) => Promise<Fulfilment | null>;
  /** No other page may be in the browser meanwhile. */
  readonly alone?: boolean;
  /** Characters of HTML, at most. */
  readonly maxChars: number;
}

export interface TabResult {
  readonly html: string;
  readonly truncated: boolean;
  /** JPEG thumbnail, where one was asked for and could be taken. */
  readonly screenshot?: Uint8Array;
}
