import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from './cli-error.js';
import type { ServiceClient } from './service-client.js';
import type { JobBody, ModelBody, SessionBody, SessionInput } from './service-bodies.js';
import type { Screen } from './screen.js';

const POLL_MS = 250;
/** Training on some hundred examples takes seconds; past this the worker is gone. */
const JOB_PATIENCE_MS = 180_000;

/** Waits until a model is trained. @throws CliError when training fails or no worker takes it up */
export async function trained(client: ServiceClient, model: ModelBody, signal?: AbortSignal): Promise<ModelBody> {
  const settled = await until(
    () => client.model(model.id),
    ({ status }) => status !== 'TRAINING',
    `training of model ${model.id}`,
    signal,
  );
  if (settled.status === 'FAILED')
    throw new CliError(`training of model ${model.id} failed: ${settled.error ?? 'no cause given'}`);
  return settled;
}

/** Waits until a job is done. @throws CliError when it fails or no worker takes it up */
export async function done(client: ServiceClient, job: JobBody, signal?: AbortSignal): Promise<JobBody> {
  const settled = await until(
    () => client.job(job.id),
    ({ status }) => status !== 'QUEUED' && status !== 'RUNNING',
    `job ${job.id}`,
    signal,
  );
  if (settled.status !== 'COMPLETED') throw new CliError(`job ${job.id} failed: ${settled.error ?? 'no cause given'}`);
  return settled;
}

async function until<T>(
  read: () => Promise<T>,
  settled: (value: T) => boolean,
  what: string,
  signal?: AbortSignal,
): Promise<T> {
  const deadline = performance.now() + JOB_PATIENCE_MS;
  for (;;) {
    const value = await read();
    if (settled(value)) return value;
    if (performance.now() > deadline) throw new CliError(`${what} did not end within ${JOB_PATIENCE_MS / 1_000} s`);
    await sleep(POLL_MS, undefined, { signal });
  }
}

/**
 * Runs one session to its end and shows its progress. When the signal aborts, the session is called off: it would go on at the next start of the service.
 *
 * @returns the session in a final state, whichever; or paused by somebody else
 */
export async function runSession(
  client: ServiceClient,
  topicId: string,
  input: SessionInput,
  screen: Screen,
  signal?: AbortSignal,
): Promise<SessionBody> {
  let session = await client.createSession(topicId, input);
  const progress = screen.progress(input.policy, input.budget.fetches);
  try {
    while (session.state === 'QUEUED' || session.state === 'STARTING' || session.state === 'RUNNING') {
      await sleep(POLL_MS, undefined, { signal });
      session = await client.session(session.id);
      progress.update(session);
    }
  } catch (error) {
    if (signal?.aborted === true) await client.stopSession(session.id).catch(() => undefined);
    throw error;
  } finally {
    progress.end();
  }
  return session;
}

/** Seeds told of one by one; the API lists them all. */
const SHOWN_SEEDS = 20;

/** Says of each seed that brought no page why, and what would allow it. */
export async function tellLostSeeds(client: ServiceClient, session: SessionBody, screen: Screen): Promise<void> {
  const lost = (await client.seedOutcomes(session.id)).filter(({ reached }) => !reached);
  for (const { url, outcome, message, httpStatus, allowedBy } of lost.slice(0, SHOWN_SEEDS)) {
    const cause = [outcome ?? 'not fetched', message ?? (httpStatus === null ? null : `HTTP ${httpStatus}`)]
      .filter(Boolean)
      .join(', ');
    screen.note(`Seed ${url} brought no page: ${cause}${allowedBy === null ? '' : `\n  allowed by ${allowedBy}`}`);
  }
  if (lost.length > SHOWN_SEEDS) screen.note(`... and ${lost.length - SHOWN_SEEDS} more seeds`);
}

/** @throws CliError unless the session ran to its end */
export function requireCompleted(session: SessionBody): void {
  if (session.state === 'COMPLETED') return;
  if (session.stateReason === 'SEEDS_UNREACHABLE')
    throw new CliError(`session ${session.id} (${session.policy}) reached none of its seeds, so nothing was crawled`);
  const cause = [session.stateReason, session.error].filter(Boolean).join(': ');
  throw new CliError(
    `session ${session.id} (${session.policy}) is ${session.state}${cause === '' ? '' : `: ${cause}`}`,
  );
}
