import { setTimeout as sleep } from 'node:timers/promises';
import { hasEnded, type Model, type Session, type SessionInput } from '#client';
import { CliError } from './cli-error.js';
import type { ServiceClient } from './service-client.js';
import type { Screen } from './screen.js';

const POLL_MS = 250;
/** Training on some hundred examples takes seconds; after this time the worker must be gone. */
const TRAINING_PATIENCE_MS = 180_000;

/** The service that a command calls, its output, and the end of its work. */
export interface CommandContext {
  readonly client: ServiceClient;
  readonly screen: Screen;
  readonly signal: AbortSignal;
}

/** Waits until a model is trained. @throws CliError if training fails or no worker starts it */
export async function trained({ client, signal }: CommandContext, { id }: Model): Promise<Model> {
  const deadline = performance.now() + TRAINING_PATIENCE_MS;
  for (;;) {
    const model = await client.model(id);
    if (model.state === 'ready') return model;
    if (model.state === 'failed')
      throw new CliError(`training of model ${id} failed: ${model.error ?? 'no cause given'}`);
    if (performance.now() > deadline)
      throw new CliError(`training of model ${id} did not end within ${TRAINING_PATIENCE_MS / 1_000} s`);
    await sleep(POLL_MS, undefined, { signal });
  }
}

/**
 * Runs one session to its end and shows its progress. If the signal aborts, cancels the session: otherwise it would
 * continue at the next start of the service.
 *
 * @returns the session in any final state, or paused by another user
 */
export async function runSession(
  { client, screen, signal }: CommandContext,
  topicId: string,
  input: SessionInput,
): Promise<Session> {
  const created = await client.createSession(topicId, input);
  const progress = screen.progress(created.policy, created.config.budget.fetches);
  try {
    return await client.gleaner.waitForSession(created.id, {
      until: (now) => hasEnded(now) || now.state === 'paused',
      onProgress: (now) => progress.update(now),
      signal,
    });
  } catch (error) {
    if (signal.aborted) await client.stopSession(created.id).catch(() => undefined);
    throw error;
  } finally {
    progress.end();
  }
}

/** Most seeds listed one by one; the API lists them all. */
const SHOWN_SEEDS = 20;

/** Reports for each seed without a page the reason and the remedy. */
export async function tellLostSeeds({ client, screen }: CommandContext, session: Session): Promise<void> {
  const lost = (await client.seedOutcomes(session.id)).filter(({ reached }) => !reached);
  for (const { url, outcome, message, httpStatus, allowedBy } of lost.slice(0, SHOWN_SEEDS)) {
    const cause = [outcome ?? 'not fetched', message ?? (httpStatus === null ? null : `HTTP ${httpStatus}`)]
      .filter(Boolean)
      .join(', ');
    screen.note(`Seed ${url} brought no page: ${cause}${allowedBy === null ? '' : `\n  allowed by ${allowedBy}`}`);
  }
  if (lost.length > SHOWN_SEEDS) screen.note(`... and ${lost.length - SHOWN_SEEDS} more seeds`);
}

/** @throws CliError unless the session completed */
export function requireCompleted(session: Session): void {
  if (session.state === 'completed') return;
  if (session.stateReason === 'seeds-unreachable')
    throw new CliError(`session ${session.id} (${session.policy}) reached none of its seeds, so nothing was crawled`);
  const cause = [session.stateReason, session.error].filter(Boolean).join(': ');
  throw new CliError(
    `session ${session.id} (${session.policy}) is ${session.state}${cause === '' ? '' : `: ${cause}`}`,
  );
}
