import { z } from 'zod';
import { type Gleaner, hasEnded, type Session } from '#client';
import { MAX_URL_CHARS } from '../../../../domain/url/index.js';
import { sessionId, topicId } from '../parts.js';
import { sessionLine, sessionView, viewOf } from '../session-view.js';
import { defineTool, MAKES, READS, SETS } from '../tool.js';
import { MAX_WAIT_S, waited } from '../waiting.js';

const MAX_PAGES = 100_000;
const DEFAULT_PAGES = 200;
const MAX_MINUTES = 1_440;

export const startSession = defineTool({
  name: 'start_session',
  title: 'Start a crawl session',
  description:
    'Starts a crawl for a topic: it begins at the seeds, follows the links that promise relevant pages, obeys robots.txt and asks each site at most once a second. ' +
    'It runs in the background. Then call session_status, and list_relevant_pages as soon as there are relevant pages. A few hundred pages take some minutes.',
  input: z.strictObject({
    topic_id: topicId,
    seeds: z
      .array(z.string().max(MAX_URL_CHARS))
      .min(1)
      .max(100)
      .optional()
      .describe('Web addresses to begin with. Default: the seeds of the topic'),
    budget: z
      .int()
      .min(1)
      .max(MAX_PAGES)
      .default(DEFAULT_PAGES)
      .describe('The session ends after this number of fetches'),
    max_minutes: z.number().positive().max(MAX_MINUTES).optional().describe('The session ends after this running time'),
    max_relevant_pages: z
      .int()
      .min(1)
      .max(MAX_PAGES)
      .optional()
      .describe('The session ends when it has found this number of relevant pages'),
    max_pages_per_site: z
      .int()
      .min(1)
      .max(MAX_PAGES)
      .optional()
      .describe('Pages of one web site, at most. A low number leads to more sites'),
    only_hosts: z
      .array(z.string().min(1).max(253))
      .max(100)
      .optional()
      .describe('Stay on these hosts and their subdomains'),
    languages: z
      .array(z.string().regex(/^[a-z]{2}$/, 'must be a code of two letters in lower case, such as en'))
      .max(20)
      .optional()
      .describe('Languages of relevant pages as codes of two letters. Default: any'),
    policy: z
      .string()
      .max(100)
      .optional()
      .describe('How the next page is chosen. The default suits most topics; breadth-first is the one to compare with'),
    known_pages: z
      .enum(['refresh', 'skip', 'reuse'])
      .optional()
      .describe(
        'Pages that the topic has already, of the last 30 days. refresh (the default): fetch them again; skip: pass over them; reuse: take them from the store. With skip and reuse the budget buys new pages',
      ),
  }),
  output: sessionView,
  hints: { ...MAKES, openWorldHint: true },
  run: async (input, gleaner, signal) => {
    const session = await gleaner.post('/v1/topics/{id}/sessions', {
      params: { path: { id: input.topic_id } },
      body: {
        seeds: input.seeds,
        policy: input.policy,
        languages: input.languages,
        budget: { fetches: input.budget, minutes: input.max_minutes, relevantPages: input.max_relevant_pages },
        known: input.known_pages,
        domainCap: input.max_pages_per_site,
        scope: input.only_hosts === undefined ? undefined : { allowHosts: input.only_hosts },
      },
      signal,
    });
    return answerOf(session);
  },
});

export const sessionStatus = defineTool({
  name: 'session_status',
  title: 'Status of a session',
  description:
    'Tells how far a crawl session is: state, pages, relevant pages, harvest rate. With wait_seconds it waits for the end of the session that long, ' +
    'which is better than asking again and again.',
  input: z.strictObject({
    session_id: sessionId,
    wait_seconds: z.int().min(0).max(MAX_WAIT_S).default(0).describe('Wait this long for the end of the session'),
    until_relevant_pages: z
      .int()
      .min(1)
      .max(MAX_PAGES)
      .optional()
      .describe('Do not wait further when there are this many relevant pages'),
  }),
  output: sessionView,
  hints: READS,
  run: async ({ session_id, wait_seconds, until_relevant_pages = Infinity }, gleaner, signal) => {
    const enough = (session: Session) => hasEnded(session) || session.relevant >= until_relevant_pages;
    return answerOf(await waited(() => read(gleaner, session_id, signal), enough, wait_seconds, signal));
  },
});

export const stopSession = defineTool({
  name: 'stop_session',
  title: 'Stop a session',
  description:
    'Stops a crawl session for good. Its pages stay and can be read. A session that has ended by itself need not be stopped.',
  input: z.strictObject({ session_id: sessionId }),
  output: sessionView,
  hints: SETS,
  run: async ({ session_id: id }, gleaner, signal) =>
    answerOf(await gleaner.post('/v1/sessions/{id}/stop', { params: { path: { id } }, signal })),
});

const read = (gleaner: Gleaner, id: string, signal: AbortSignal): Promise<Session> =>
  gleaner.get('/v1/sessions/{id}', { params: { path: { id } }, signal });

function answerOf(session: Session) {
  const data = viewOf(session);
  return { data, text: sessionLine(data) };
}
