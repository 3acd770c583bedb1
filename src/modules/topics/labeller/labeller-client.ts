import { randomBytes } from 'node:crypto';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { z } from 'zod';
import { isPassingStatus, outcomesWith } from '../../../domain/fetching/index.js';
import { type PageToLabel, type LabelledTopic, labellerMessages, readLabel } from '../../../domain/labels/index.js';
import { foldSpace } from '../../../domain/text/index.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/index.js';
import {
  answeredAt,
  createGuardedClient,
  decodeUtf8,
  type GuardedClient,
  type GuardedResponse,
  retryAfter,
} from '../../fetch/fetching/index.js';

/** Without a graphics processor a model with some billion weights takes a minute per answer. */
const TIMEOUT_MS = 120_000;
/** An answer is a sentence; some models write their reasoning before it. */
const MAX_BYTES = 500_000;
const MAX_TOKENS = 1_000;
const TOKEN_BYTES = 12;
/** Of a refusal's body, for the message. */
const MAX_SHOWN_CHARS = 200;
/** URLs forbidden by the guard or by their own form stay forbidden. */
const FORBIDDEN = outcomesWith({ by: 'guard' });

/**
 * How a request limits its answer, and whether it requests greedy decoding: newer language models refuse parameters
 * that older ones need.
 */
interface RequestForm {
  readonly limit: 'max_tokens' | 'max_completion_tokens';
  readonly temperature?: 0;
}

/** The result of one call. `refused`: it would be refused again; `unavailable`: a later call may succeed. */
export type LabellerReply =
  | { readonly kind: 'label'; readonly relevant: boolean; readonly reason: string }
  | { readonly kind: 'malformed'; readonly message: string }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'unavailable'; readonly message: string; readonly retryAfterMs: number | null };

const completionSchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

/** An endpoint with the OpenAI API ("Create chat completion"). */
@Injectable()
export class LabellerClient implements OnModuleDestroy {
  private client: GuardedClient | null = null;
  /** The form that the language model accepted last. */
  private form: RequestForm = { limit: 'max_tokens', temperature: 0 };

  constructor(
    @Inject(APP_CONFIG)
    private readonly config: Pick<
      AppConfig,
      | 'LABELLER_URL'
      | 'LABELLER_MODEL'
      | 'LABELLER_KEY'
      | 'CRAWL_ALLOW_PRIVATE_NETWORKS'
      | 'CRAWL_ALLOWED_PORTS'
      | 'CRAWL_USER_AGENT'
    >,
  ) {}

  async onModuleDestroy(): Promise<void> {
    await this.client?.close();
  }

  /** The configured language model; null if the operator has set up none. */
  get name(): string | null {
    const { LABELLER_URL, LABELLER_MODEL } = this.config;
    return LABELLER_URL === undefined ? null : (LABELLER_MODEL ?? null);
  }

  /**
   * Requests the label of one page. A request refused for its form is repeated once in the other form, which is
   * remembered. Never rejects, unless there is no labeller.
   */
  async ask(topic: LabelledTopic, page: PageToLabel, signal: AbortSignal): Promise<LabellerReply> {
    const { LABELLER_URL: base, LABELLER_KEY: key } = this.config;
    const { name } = this;
    if (base === undefined || name === null) throw new Error('LABELLER_URL is not set for this process');
    this.client ??= createGuardedClient({
      allowPrivateNetworks: this.config.CRAWL_ALLOW_PRIVATE_NETWORKS,
      allowedPorts: this.config.CRAWL_ALLOWED_PORTS,
      trustedOrigins: [new URL(base).origin],
      userAgent: this.config.CRAWL_USER_AGENT,
    });
    const messages = labellerMessages(topic, page, randomBytes(TOKEN_BYTES).toString('hex'));
    const client = this.client;
    const first = this.form;
    let form = first;
    let answer = await this.request(client, base, form, messages, signal);
    for (;;) {
      const other = answer.kind === 'response' && answer.status === 400 ? otherForm(form, first, answer.body) : null;
      if (other === null) break;
      form = other;
      answer = await this.request(client, base, form, messages, signal);
    }
    if (answer.kind !== 'response') {
      const message = `${answer.kind}: ${answer.message}`;
      return (FORBIDDEN as readonly string[]).includes(answer.kind)
        ? { kind: 'refused', message }
        : { kind: 'unavailable', message, retryAfterMs: null };
    }
    if (answer.status !== 200) return refusalOf(answer, key);
    this.form = form;
    return answer.truncated ? { kind: 'malformed', message: 'the answer is too long' } : readCompletion(answer.body);
  }

  private request(
    client: GuardedClient,
    base: string,
    { limit, temperature }: RequestForm,
    messages: ReturnType<typeof labellerMessages>,
    signal: AbortSignal,
  ): ReturnType<GuardedClient['request']> {
    const { LABELLER_KEY: key } = this.config;
    return client.request({
      url: `${base.replace(/\/+$/, '')}/chat/completions`,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({
        model: this.name,
        messages,
        temperature,
        [limit]: MAX_TOKENS,
        response_format: { type: 'json_object' },
      }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      signal,
    });
  }
}

/**
 * Another form for a request whose refusal names the offending parameter; null if it names none that is still unchanged
 * since the first form.
 */
function otherForm(form: RequestForm, first: RequestForm, body: Buffer): RequestForm | null {
  const text = decodeUtf8(body);
  const { limit, temperature } = form;
  if (limit === first.limit && new RegExp(`\\b${limit}\\b`).test(text))
    return { ...form, limit: limit === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens' };
  return temperature !== undefined && /\btemperature\b/.test(text) ? { limit } : null;
}

function readCompletion(body: Buffer): LabellerReply {
  let json: unknown;
  try {
    json = JSON.parse(decodeUtf8(body));
  } catch {
    return { kind: 'malformed', message: 'the answer is not JSON' };
  }
  const completion = completionSchema.safeParse(json);
  if (!completion.success) return { kind: 'malformed', message: 'the answer has no choices[0].message.content' };
  const read = readLabel(completion.data.choices[0].message.content);
  return read.kind === 'label' ? read : { kind: 'malformed', message: read.problem };
}

/** @param key must not appear in a message, even if a server echoes it */
function refusalOf({ status, headers, body }: GuardedResponse, key: string | undefined): LabellerReply {
  // Statuses about the moment rather than the request.
  if (status >= 500 || isPassingStatus(status)) {
    const retryAfterMs = retryAfter(headers.get('retry-after'), answeredAt({ headers }, Date.now())) ?? null;
    return { kind: 'unavailable', message: `HTTP ${status}`, retryAfterMs };
  }
  const text = decodeUtf8(body);
  const excerpt = foldSpace(key === undefined ? text : text.replaceAll(key, '…')).slice(0, MAX_SHOWN_CHARS);
  return { kind: 'refused', message: `HTTP ${status}${excerpt === '' ? '' : `: ${excerpt}`}` };
}
