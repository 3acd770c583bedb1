import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Counter } from 'prom-client';
import { ClaimLoop } from '../../../../platform/claims/index.js';
import { APP_CONFIG, type AppConfig } from '../../../../platform/config/index.js';
import { Events, OUTBOX_CHANNEL, retrying } from '../../../../platform/database/index.js';
import { Metrics } from '../../../../platform/metrics/index.js';
import { answeredAt, decodeUtf8, type GuardedClient, retryAfter } from '../../../fetch/fetching/index.js';
import { WebhookClient } from '../webhook-client.js';
import { type AttemptMade, type ClaimedMessage, DeliveryRepository } from './delivery.repository.js';
import { signed } from './signature.js';
import { type Answer, excerptOf, verdictOf } from './verdict.js';

/** Concurrent messages in this process, and of one webhook over all processes. */
const AT_ONCE = 16;
const AT_ONCE_PER_WEBHOOK = 4;
/** The specification recommends 15 to 30 s. */
const TIMEOUT_MS = 15_000;
/** A process that has not recorded the result of a message within this time counts as dead. */
const LEASE_MS = 25_000;
/** Polling interval for retries, which fall due without a notification. */
const POLL_MS = 1_000;
/** Bytes read of a response, and characters stored. */
const MAX_ANSWER_BYTES = 4_096;
const EXCERPT_CHARS = 500;
const ERROR_CHARS = 300;
/** A webhook without a success for this long is disabled. */
const FAILING_DAYS = 5;
/** Time for running deliveries to finish at shutdown. */
const GRACE_MS = 3_000;

/**
 * Delivers the messages of webhooks, in workers. Delivery is at least once: if a process dies between the response and
 * recording it, the message is sent again, under the same id. Messages of a lane are sent one after another.
 */
@Injectable()
export class WebhookDeliverer implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('webhooks');
  private readonly stopping = new AbortController();
  private readonly broken = new AbortController();
  private readonly attempts: Counter<'verdict'>;
  private readonly loop = new ClaimLoop<ClaimedMessage>({
    capacity: AT_ONCE,
    pollMs: POLL_MS,
    claim: () => this.claim(),
    run: (message) => this.deliver(message),
    claimFailed: (error) => this.claimFailed(error),
    runFailed: (error, { messageId }) => this.log.warn({ err: error, messageId }, 'a message will be retried'),
    signal: this.stopping.signal,
  });
  private isFailing = false;
  private finished: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly outbox: DeliveryRepository,
    private readonly client: WebhookClient,
    private readonly events: Events,
    metrics: Metrics,
    @Inject(APP_CONFIG)
    private readonly config: Pick<AppConfig, 'ROLE' | 'WEBHOOK_RETRY_SECONDS' | 'DATABASE_PATIENCE_SECONDS'>,
  ) {
    this.attempts = new Counter({
      name: 'gleaner_webhook_attempts_total',
      help: 'Attempts to deliver messages of webhooks, by the resulting state of the message',
      labelNames: ['verdict'],
      registers: [metrics.registry],
    });
  }

  onApplicationBootstrap(): void {
    if (this.config.ROLE === 'worker') this.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.stop();
  }

  start(): void {
    this.finished = Promise.all([
      this.events.subscribe(OUTBOX_CHANNEL, () => this.loop.ring(), this.stopping.signal),
      this.loop.run(),
    ]);
  }

  /** Waits briefly for running deliveries; aborted ones are sent again later. */
  async stop(): Promise<void> {
    this.stopping.abort();
    const timer = setTimeout(() => this.broken.abort(), GRACE_MS);
    await this.finished;
    clearTimeout(timer);
  }

  private async claim(): Promise<ClaimedMessage | null> {
    const claimed = await this.outbox.claim(LEASE_MS, AT_ONCE_PER_WEBHOOK);
    this.isFailing = false;
    return claimed;
  }

  /** Logs an unavailable database once. */
  private claimFailed(error: unknown): void {
    if (!this.isFailing) this.log.warn({ err: error }, 'looking for messages of webhooks failed');
    this.isFailing = true;
  }

  private async deliver(message: ClaimedMessage): Promise<void> {
    const began = new Date();
    const from = performance.now();
    const { headers, body } = signed(
      { ...message, id: message.messageId, createdAt: new Date(message.createdAt) },
      message.secrets,
      began,
    );
    const answer = await this.client.request({
      url: message.url,
      method: 'POST',
      headers,
      body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
      signal: this.broken.signal,
    });
    if (answer.kind === 'aborted') return this.outbox.release(message);
    const isAnswer = answer.kind === 'response';
    const deciding: Answer | null = isAnswer
      ? {
          status: answer.status,
          retryAfterMs: retryAfter(answer.headers.get('retry-after'), answeredAt(answer, Date.now())),
        }
      : null;
    const verdict = verdictOf(
      deciding,
      message.attempt,
      this.config.WEBHOOK_RETRY_SECONDS.map((seconds) => 1_000 * seconds),
      Math.random(),
    );
    const made: AttemptMade = {
      began,
      durationMs: Math.round(performance.now() - from),
      ...storedAnswer(answer),
    };
    await retrying(() => this.outbox.note(message, verdict, FAILING_DAYS, made), {
      patienceMs: 1_000 * this.config.DATABASE_PATIENCE_SECONDS,
      signal: this.broken.signal,
    });
    this.attempts.inc({ verdict: verdict.kind });
  }
}

/** The stored part of a response, or of its absence. */
function storedAnswer(
  answer: Awaited<ReturnType<GuardedClient['request']>>,
): Pick<AttemptMade, 'httpStatus' | 'outcome' | 'error' | 'excerpt'> {
  if (answer.kind !== 'response')
    return { httpStatus: null, outcome: answer.kind, error: excerptOf(answer.message, ERROR_CHARS), excerpt: null };
  const isDelivered = answer.status >= 200 && answer.status < 300;
  return {
    httpStatus: answer.status,
    outcome: isDelivered ? 'delivered' : 'refused',
    error: isDelivered ? null : `HTTP ${answer.status}`,
    excerpt: excerptOf(decodeUtf8(answer.body), EXCERPT_CHARS) || null,
  };
}
