import type { RenderingConfig } from '../../../domain/session/reading-config.js';

/** An HTTP answer to hand to the browser. */
export interface Fulfilment {
  readonly status: number;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body: Buffer;
}

export interface TabRequest {
  readonly url: string;
  readonly userAgent: string;
  readonly document: Fulfilment;
  readonly rendering: RenderingConfig;
  /** Answers a navigation that a script of the page started; null refuses it, and the page stays. */
  readonly navigate: (url: string) => Promise<Fulfilment | null>;
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
