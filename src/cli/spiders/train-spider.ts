import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '../cli-error.js';
import type { Screen } from '../screen.js';
import type { Job, Spider, SpiderInput } from '#client';
import type { ServiceClient } from '../service-client.js';

const POLL_MS = 250;
/** To unpack a recorded web, or to learn from all that was read, may take minutes without a step forward; past this no worker is at it. */
const PATIENCE_MS = 1_200_000;

/** What a training asks of the service. */
export interface Trainer extends Pick<ServiceClient, 'trainSpider' | 'spider'> {
  job(id: string): Promise<Pick<Job, 'status' | 'progress'>>;
  cancelJob(id: string): Promise<unknown>;
}

/**
 * Trains a spider and shows how far it is. When the signal aborts, the training is called off: it would go on at the next start of the service.
 *
 * @throws CliError when training fails or does not get any further
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
    while (spider.status === 'TRAINING') {
      await sleep(pollMs, undefined, { signal });
      if (jobId !== null) {
        const job = await client.job(jobId);
        if (job.progress !== progress) [progress, movedAt] = [job.progress, performance.now()];
        if (job.status === 'CANCELLED') throw new CliError(`training of spider ${spider.id} was cancelled`);
      }
      if (performance.now() > movedAt + PATIENCE_MS)
        throw new CliError(`training of spider ${spider.id} got no further for ${PATIENCE_MS / 60_000} minutes`);
      shown.update(progress);
      spider = await client.spider(spider.id);
    }
    if (spider.status === 'READY') shown.update(1);
  } catch (error) {
    if (signal?.aborted === true && jobId !== null) await client.cancelJob(jobId).catch(() => undefined);
    throw error;
  } finally {
    shown.end();
  }
  if (spider.status === 'FAILED')
    throw new CliError(`training of spider ${spider.id} failed: ${spider.error ?? 'no cause given'}`);
  return spider;
}
