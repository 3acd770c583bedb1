import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '../cli-error.js';
import type { Screen } from '../screen.js';
import type { Job, Spider, SpiderInput } from '#client';
import type { ServiceClient } from '../service-client.js';

const POLL_MS = 250;
/**
 * Unpacking a recorded web, or learning from all data, may take minutes without visible progress; after this time no
 * worker can be at it.
 */
const PATIENCE_MS = 1_200_000;

/** The service's calls for a training. */
export interface Trainer extends Pick<ServiceClient, 'trainSpider' | 'spider'> {
  job(id: string): Promise<Pick<Job, 'state' | 'progress'>>;
  cancelJob(id: string): Promise<unknown>;
}

/**
 * Trains a spider and shows its progress. If the signal aborts, cancels the training: otherwise it would continue at
 * the next start of the service.
 *
 * @throws CliError if training fails or makes no progress
 */
export async function trainSpider(
  client: Trainer,
  input: SpiderInput,
  screen: Screen,
  signal?: AbortSignal,
  pollMs = POLL_MS,
): Promise<Spider> {
  let spider = await client.trainSpider(input);
  const { jobId } = spider;
  const shown = screen.share(`${spider.name}, version ${spider.version}`);
  let [progress, movedAt] = [0, performance.now()];
  try {
    while (spider.state === 'training') {
      await sleep(pollMs, undefined, { signal });
      if (jobId !== null) {
        const job = await client.job(jobId);
        if (job.progress !== progress) [progress, movedAt] = [job.progress, performance.now()];
        if (job.state === 'cancelled') throw new CliError(`training of spider ${spider.id} was cancelled`);
      }
      if (performance.now() > movedAt + PATIENCE_MS)
        throw new CliError(`training of spider ${spider.id} made no progress for ${PATIENCE_MS / 60_000} minutes`);
      shown.update(progress);
      spider = await client.spider(spider.id);
    }
    if (spider.state === 'ready') shown.update(1);
  } catch (error) {
    if (signal?.aborted === true && jobId !== null) await client.cancelJob(jobId).catch(() => undefined);
    throw error;
  } finally {
    shown.end();
  }
  if (spider.state === 'failed')
    throw new CliError(`training of spider ${spider.id} failed: ${spider.error ?? 'no cause given'}`);
  return spider;
}
