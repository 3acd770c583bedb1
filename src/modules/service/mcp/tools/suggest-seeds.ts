import { z } from 'zod';
import { type Gleaner, GleanerError, type Job } from '#client';
import { note, rounded, topicId } from '../parts.js';
import { defineTool, MAKES } from '../tool.js';
import { MAX_WAIT_S, waited } from '../waiting.js';
import { marked, short, UNTRUSTED } from '../web-text.js';

const DEFAULT_SEEDS = 10;
const MAX_SEEDS = 50;
const TITLE_CHARS = 120;
const REASON_CHARS = 240;
const URL_CHARS = 500;

const WITHOUT = 'Give addresses that you know to start_session as seeds.';

/** Waiting for any other job would be in vain. */
function requireSearch({ kind, subjectId }: Job, topic: string): void {
  if (kind === 'suggest-seeds' && subjectId === topic) return;
  const detail = 'this job looks for no seeds of this topic';
  throw new GleanerError(detail, 404, 'NOT_FOUND', {
    detail,
    field: 'job_id',
    allowed: 'the job_id of an earlier answer',
  });
}

const isOver = ({ state }: Job): boolean => state !== 'queued' && state !== 'running';

export const suggestSeeds = defineTool({
  name: 'suggest_seeds',
  title: 'Suggest seeds',
  description:
    'Looks for web addresses where a crawl for a topic can begin, by its keywords: with a search engine, if the service has one, and among the pages that are stored. ' +
    'Use it when you know no good addresses. It takes some seconds to a minute. If it has not finished, call it again with the job_id of the answer. ' +
    'accept_best makes the best ones seeds of the topic at once; you can also give addresses to start_session.',
  input: z.strictObject({
    topic_id: topicId,
    limit: z.int().min(1).max(MAX_SEEDS).default(DEFAULT_SEEDS).describe('Suggestions, at most'),
    accept_best: z
      .int()
      .min(0)
      .max(MAX_SEEDS)
      .default(0)
      .describe('Make this number of the best relevant ones seeds of the topic'),
    job_id: z.uuid().optional().describe('To go on waiting for suggestions that were asked for before'),
  }),
  output: z.object({
    job_id: z.uuid(),
    state: z.string().describe('completed: the suggestions are here. queued or running: call again with job_id'),
    error: z.string().nullable(),
    seeds: z.array(
      z.object({
        url: z.string(),
        title: z.string(),
        score: z.number().describe('From 0 to 1'),
        reason: z.string(),
        accepted: z.boolean().describe('Whether it is a seed of the topic now'),
      }),
    ),
    note,
  }),
  hints: { ...MAKES, openWorldHint: true },
  run: async ({ topic_id, limit, accept_best, job_id }, gleaner, signal) => {
    const began = job_id ?? (await begin(gleaner, topic_id, { most: limit, accept: accept_best }, signal));
    const read = () => gleaner.get('/v1/jobs/{id}', { params: { path: { id: began } }, signal });
    if (job_id !== undefined) requireSearch(await read(), topic_id);
    const { state, error } = await waited(read, isOver, MAX_WAIT_S, signal);
    const seeds = state === 'completed' ? await candidates(gleaner, topic_id, limit, signal) : [];
    const lines = seeds.map(
      (one) => `${one.score} ${one.accepted ? '(seed) ' : ''}${one.title}\n  ${one.url}\n  ${one.reason}`,
    );
    return {
      data: { job_id: began, state, error, seeds, note: UNTRUSTED },
      text: textOf(began, state, error, lines),
    };
  },
});

async function begin(
  gleaner: Gleaner,
  id: string,
  input: { most: number; accept: number },
  signal: AbortSignal,
): Promise<string> {
  const job = await gleaner.post('/v1/topics/{topicId}/seeds/suggest', {
    params: { path: { topicId: id } },
    body: input,
    signal,
  });
  return job.id;
}

async function candidates(gleaner: Gleaner, id: string, first: number, signal: AbortSignal) {
  const { items } = await gleaner.get('/v1/topics/{topicId}/seed-candidates', {
    params: { path: { topicId: id }, query: { first } },
    signal,
  });
  return items
    .filter(({ state }) => state !== 'rejected')
    .map(({ url, title, score, reason, state }) => ({
      url: short(url, URL_CHARS),
      title: short(title, TITLE_CHARS),
      score: rounded(score),
      reason: short(reason, REASON_CHARS),
      accepted: state === 'accepted',
    }));
}

function textOf(jobId: string, state: string, error: string | null, lines: readonly string[]): string {
  if (error !== null) return `${state}: ${error}. ${WITHOUT}`;
  if (state !== 'completed') return `${state}: call suggest_seeds again with job_id ${jobId}.`;
  return lines.length === 0 ? `No seeds were found. ${WITHOUT}` : `${UNTRUSTED}\n${marked(lines.join('\n'))}`;
}
