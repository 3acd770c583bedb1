import { z } from 'zod';
import type { Gleaner, Schemas, Session } from '#client';
import { rounded, sessionId, share } from '../parts.js';
import { sessionLine, sessionView, viewOf } from '../session-view.js';
import { defineTool, READS } from '../tool.js';

const MAX_SESSIONS = 8;
/** Points of a session's progress, with linear interpolation between them. */
const POINTS = 1_000;
/** Fractions of the common number of pages at which sessions are compared. */
const MARKS = [0.25, 0.5, 1];

const CHANCE = 'Two sessions differ by chance as well. Differences of a few pages mean nothing.';

export const compareSessions = defineTool({
  name: 'compare_sessions',
  title: 'Compare sessions',
  description:
    'Compares sessions at equal numbers of fetched pages: how many relevant pages and relevant sites each had found by then. ' +
    'Without session_ids it takes the newest sessions of a topic, and so it also lists them.',
  input: z.strictObject({
    session_ids: z.array(z.uuid()).min(1).max(MAX_SESSIONS).optional().describe('Sessions to compare'),
    topic_id: z.uuid().optional().describe('Instead of session_ids: the newest sessions of this topic'),
  }),
  output: z.object({
    sessions: z.array(sessionView),
    compared_at_pages: z.array(z.int()).describe('Numbers of fetched pages at which they are compared'),
    comparison: z
      .array(
        z.object({
          session_id: sessionId,
          relevant_pages: z.array(z.number()).describe('Relevant pages by then, in the order of compared_at_pages'),
          relevant_domains: z.array(z.number()),
          harvest_rate: z.number().nullable().describe('At the last of these numbers'),
        }),
      )
      .describe('Sessions with a page, the one with the most relevant pages first'),
    note: z.string(),
  }),
  hints: READS,
  run: async ({ session_ids, topic_id }, gleaner, signal) => {
    const sessions = await sessionsOf(gleaner, session_ids, topic_id, signal);
    const begun = sessions.filter(({ fetched }) => fetched > 0);
    const least = begun.length === 0 ? 0 : Math.min(...begun.map(({ fetched }) => fetched));
    const marks = [...new Set(MARKS.map((part) => Math.ceil(part * least)))].filter((mark) => mark > 0);
    const compared = await Promise.all(
      begun.map(async ({ id }) => {
        const { items } = await gleaner.get('/v1/sessions/{id}/series', {
          params: { path: { id }, query: { points: POINTS } },
          signal,
        });
        const relevant = marks.map((mark) => rounded(valueAt(items, mark, 'relevant')));
        const last = relevant.at(-1);
        return {
          session_id: id,
          relevant_pages: relevant,
          relevant_domains: marks.map((mark) => rounded(valueAt(items, mark, 'relevantDomainCount'))),
          harvest_rate: last === undefined ? null : rounded(last / least),
        };
      }),
    );
    compared.sort((a, b) => (b.relevant_pages.at(-1) ?? 0) - (a.relevant_pages.at(-1) ?? 0));
    const views = sessions.map(viewOf);
    const policyOf = (id: string) => views.find((view) => view.session_id === id)?.policy ?? '';
    const lines = compared.map(
      (one) =>
        `${one.session_id} ${policyOf(one.session_id)}: ${one.relevant_pages.join(' / ')} relevant pages, ` +
        `${one.relevant_domains.join(' / ')} relevant sites, harvest rate ${share(one.harvest_rate)}`,
    );
    const text = [
      ...views.map(sessionLine),
      ...(lines.length === 0 ? ['No pages yet.'] : [`After ${marks.join(' / ')} pages:`, ...lines, CHANCE]),
    ];
    return {
      data: { sessions: views, compared_at_pages: marks, comparison: compared, note: CHANCE },
      text: text.join('\n'),
    };
  },
});

async function sessionsOf(
  gleaner: Gleaner,
  ids: readonly string[] | undefined,
  topicId: string | undefined,
  signal: AbortSignal,
): Promise<readonly Session[]> {
  if (ids !== undefined)
    return Promise.all(
      [...new Set(ids)].map((id) => gleaner.get('/v1/sessions/{id}', { params: { path: { id } }, signal })),
    );
  const { items } = await gleaner.get('/v1/sessions', { params: { query: { first: MAX_SESSIONS, topicId } }, signal });
  return items;
}

type Point = Schemas['SeriesPointDto'];

/** The interpolated value at a number of fetched pages. */
export function valueAt(points: readonly Point[], pages: number, of: 'relevant' | 'relevantDomainCount'): number {
  let before = { fetched: 0, value: 0 };
  for (const point of points) {
    const here = { fetched: point.fetched, value: point[of] };
    if (here.fetched >= pages) {
      const stretch = here.fetched - before.fetched;
      return stretch === 0
        ? here.value
        : before.value + ((here.value - before.value) * (pages - before.fetched)) / stretch;
    }
    before = here;
  }
  return before.value;
}
