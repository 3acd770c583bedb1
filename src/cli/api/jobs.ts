import type { Job } from '#client';
import type { Command } from 'commander';
import { CliError } from '../cli-error.js';
import { percent, type Screen } from '../screen.js';
import { type ServiceArguments, withNamedService } from '../service-options.js';
import { facts, type ListArguments, listOptions, moment, perCall, showList } from './lists.js';
import { objectCommand, showObject, type WaitArguments } from './objects.js';

/** `gleaner jobs`. */
export function defineJobs(command: Command): void {
  listOptions(command.command('list').description('list the jobs of a topic, newest first'), 'jobs')
    .argument('<topic>', 'id of the topic')
    .action((topicId: string, args: ListArguments) =>
      withNamedService(args, async (gleaner, screen) => {
        const rows = gleaner.list('/v1/topics/{topicId}/jobs', { path: { topicId }, query: { first: perCall(args) } });
        await showList(rows, args, JOB_ROW, screen);
      }),
    );
  objectCommand<WaitArguments>(command, 'show', 'job', 'show a job', async (id, args, gleaner, screen) => {
    if (args.wait === true) return showEnd(await gleaner.waitForJob(id), args, screen);
    showObject(await gleaner.get('/v1/jobs/{id}', { params: { path: { id } } }), args, jobText, screen);
  }).option('--wait', WAIT_FOR_JOB);
  objectCommand(command, 'cancel', 'job', 'cancel a job', async (id, args, gleaner, screen) =>
    showObject(await gleaner.post('/v1/jobs/{id}/cancel', { params: { path: { id } } }), args, jobText, screen),
  );
}

export const WAIT_FOR_JOB = 'wait for its end; the exit code is 1 unless it completes';

/** Shows a job that has ended. @throws CliError unless it completed */
export function showEnd(job: Job, args: ServiceArguments, screen: Screen, text = jobText): void {
  showObject(job, args, text, screen);
  if (job.state !== 'completed') throw new CliError(`job ${job.id} is ${job.state}: ${job.error ?? 'no cause given'}`);
}

export function jobText({ id, kind, subjectId, state, progress, error, createdAt, finishedAt }: Job): string {
  const times = { created: moment(createdAt), finished: moment(finishedAt) };
  return facts({ id, kind, subject: subjectId, state, done: percent(progress), error, ...times });
}

const JOB_ROW = {
  head: ['kind', 'state', 'done', 'created', 'id'],
  words: [0, 1],
  cells: (job: Job) => [job.kind, job.state, percent(job.progress), moment(job.createdAt), job.id],
  none: 'No jobs',
};
