import type { Job } from '#client';
import type { Command } from 'commander';
import { CliError } from '../cli-error.js';
import { percent, type Screen } from '../screen.js';
import { type ServiceArguments, serviceOptions, withNamedService } from '../service-options.js';
import { facts, type ListArguments, listOptions, moment, perCall, showList } from './lists.js';

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
  serviceOptions(command.command('show').description('show a job'))
    .argument('<job>', 'id of the job')
    .option('--wait', 'wait for its end; the exit code is 1 unless it is completed')
    .action((id: string, args: ServiceArguments & { readonly wait?: boolean }) =>
      withNamedService(
        args,
        async (gleaner, screen) => {
          if (args.wait !== true)
            return show(await gleaner.get('/v1/jobs/{id}', { params: { path: { id } } }), args, screen);
          const job = await gleaner.waitForJob(id);
          show(job, args, screen);
          if (job.status !== 'COMPLETED')
            throw new CliError(`job ${id} is ${job.status}: ${job.error ?? 'no cause given'}`);
        },
        args.wait === true ? 'all' : 'api',
      ),
    );
  serviceOptions(command.command('cancel').description('cancel a job'))
    .argument('<job>', 'id of the job')
    .action((id: string, args: ServiceArguments) =>
      withNamedService(args, async (gleaner, screen) =>
        show(await gleaner.post('/v1/jobs/{id}/cancel', { params: { path: { id } } }), args, screen),
      ),
    );
}

function show(job: Job, { json }: ServiceArguments, screen: Screen): void {
  if (json === true) return screen.json(job);
  const { id, kind, subjectId, status, progress, error, createdAt, finishedAt } = job;
  const times = { created: moment(createdAt), finished: moment(finishedAt) };
  screen.line(facts({ id, kind, subject: subjectId, status, done: percent(progress), error, ...times }));
}

const JOB_ROW = {
  head: ['kind', 'status', 'done', 'created', 'id'],
  words: [0, 1],
  cells: (job: Job) => [job.kind, job.status, percent(job.progress), moment(job.createdAt), job.id],
  none: 'No jobs',
};
