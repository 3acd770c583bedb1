import type { PlainCookie } from '../visit-cookies.js';
import type { RenderingConfig } from '../../../../domain/session/reading-config.js';

/** An HTTP response for the browser. */
export interface Fulfilment {
  readonly status: number;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body: Buffer;
}

/** The next document, and the browser's cookies for it. */
export interface NextDocument extends Fulfilment {
  readonly cookies?: readonly PlainCookie[];
}

export interface TabRequest {
  readonly url: string;
  readonly userAgent: string;
  readonly acceptLanguage?: string;
  /** URL of the session's proxy for the page's loads. */
  readonly proxy?: string;
  /** The visit's cookies so far. Null: documents get none, and scripts can set none. */
  readonly cookies?: readonly PlainCookie[] | null;
  readonly document: Fulfilment;
  readonly rendering: RenderingConfig;
  /**
   * Responds to a navigation started by a script of the page, given the browser's current cookies; null refuses it, and
   * the page stays.
   */
  readonly navigate: (url: string, cookies: readonly PlainCookie[]) => Promise<NextDocument | null>;
  /** Responds to any other https request in place of the proxy; absent if the proxy does it. */
  readonly subresource?: (url: string, headers: Readonly<Record<string, string>>) => Promise<Fulfilment | null>;
  /** Whether no other page may be in the browser meanwhile. */
  readonly alone?: boolean;
  /** Most characters of HTML. */
  readonly maxChars: number;
}

export interface TabResult {
  readonly html: string;
  readonly truncated: boolean;
  /** JPEG thumbnail, if it was requested and succeeded. */
  readonly screenshot?: Uint8Array;
}
