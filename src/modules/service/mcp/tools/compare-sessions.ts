import { z } from 'zod';
import type { Gleaner, Schemas, Session } from '#client';
import { rounded, sessionId, share } from '../parts.js';
import { sessionLine, sessionView, viewOf } from '../session-view.js';
import { defineTool, READS } from '../tool.js';

const MAX_SESSIONS = 8;
/** Points of a session's progress, with linear interpolation between them. */
const POINTS = 1_000;
/** Fractions of the fewest and of the most pages at which sessions are compared. */
const PARTS = [0.25, 0.5, 1];
/** Larger numbers of pages are at least so many times the one before: nearer ones say the same. */
const APART = 1.1;

const CHANCE = 'Two sessions differ by chance as well. Differences of a few pages mean nothing.';

export const compareSessions = defineTool({
  name: 'compare_sessions',
  title: 'Compare sessions',
  description:
    'Compares sessions at equal numbers of fetched pages: how many relevant pages and relevant sites each had found by then. ' +
    'Numbers up to common_pages compare all sessions, greater ones those that fetched as many. ' +
    'Without session_ids it takes the newest sessions of a topic, and so it also lists them.',
  input: z.strictObject({
    session_ids: z.array(z.uuid()).min(1).max(MAX_SESSIONS).optional().describe('Sessions to compare'),
    topic_id: z.uuid().optional().describe('Instead of session_ids: the newest sessions of this topic'),
  }),
  output: z.object({
    sessions: z.array(sessionView),
    compared_at_pages: z.array(z.int()).describe('Numbers of fetched pages at which they are compared'),
    common_pages: z.int().describe('Pages that each of the compared sessions has fetched'),
    comparison: z
      .array(
        z.object({
          session_id: sessionId,
          relevant_pages: z
            .array(z.number().nullable())
            .describe('Relevant pages by then, in the order of compared_at_pages. Null: the session has fewer pages'),
          relevant_domains: z.array(z.number().nullable()),
          harvest_rate: z.number().nullable().describe('At common_pages'),
        }),
      )
      .describe('Sessions with a page, the one with the most relevant pages at common_pages first'),
    note: z.string(),
  }),
  hints: READS,
  run: async ({ session_ids, topic_id }, gleaner, signal) => {
    const sessions = await sessionsOf(gleaner, session_ids, topic_id, signal);
    const begun = sessions.filter(({ fetched }) => fetched > 0);
    const curves = await Promise.all(
      begun.map(async ({ id, fetched }): Promise<Curve> => {
        const { items } = await gleaner.get('/v1/sessions/{id}/series', {
          params: { path: { id }, query: { points: POINTS } },
          signal,
        });
        return { id, fetched, points: items };
      }),
    );
    const { marks, common, compared } = comparisonOf(curves);
    const views = sessions.map(viewOf);
    const policyOf = (id: string) => views.find((view) => view.session_id === id)?.policy ?? '';
    const lines = compared.map(
      (one) =>
        `${one.session_id} ${policyOf(one.session_id)}: ${inRow(one.relevant_pages)} relevant pages, ` +
        `${inRow(one.relevant_domains)} relevant sites, harvest rate ${share(one.harvest_rate)} at ${common} pages`,
    );
    const text = [
      ...views.map(sessionLine),
      ...(lines.length === 0 ? ['No pages yet.'] : [`After ${inRow(marks)} pages:`, ...lines, CHANCE]),
    ];
    return {
      data: { sessions: views, compared_at_pages: marks, common_pages: common, comparison: compared, note: CHANCE },
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

/** The progress of a session with at least one page. */
interface Curve {
  readonly id: string;
  readonly fetched: number;
  readonly points: readonly Point[];
}

const inRow = (values: readonly (number | null)[]): string => values.map((value) => value ?? '-').join(' / ');

/** The values of sessions at equal numbers of pages; null where a session has fewer. */
export function comparisonOf(curves: readonly Curve[]) {
  const totals = curves.map(({ fetched }) => fetched);
  const common = curves.length === 0 ? 0 : Math.min(...totals);
  const marks = marksOf(common, totals);
  const compared = curves.map(({ id, fetched, points }) => {
    const at = (of: 'relevant' | 'relevantDomainCount') =>
      marks.map((mark) => (mark > fetched ? null : rounded(valueAt(points, mark, of))));
    const inCommon = valueAt(points, common, 'relevant');
    return {
      session_id: id,
      relevant_pages: at('relevant'),
      relevant_domains: at('relevantDomainCount'),
      harvest_rate: rounded(inCommon / common),
      inCommon,
    };
  });
  compared.sort((a, b) => b.inCommon - a.inCommon);
  return { marks, common, compared: compared.map(({ inCommon: _, ...one }) => one) };
}

/**
 * Numbers of pages: parts of the common one, then the totals and parts of the greatest. At most five, and one per
 * session.
 */
function marksOf(common: number, totals: readonly number[]): number[] {
  const partsOf = (total: number): number[] => PARTS.map((part) => Math.ceil(part * total));
  const marks = [...new Set(partsOf(common))].filter((mark) => mark > 0);
  const further = [...totals, ...partsOf(Math.max(0, ...totals))].sort((a, b) => a - b);
  for (const mark of further) if (mark > APART * Math.max(common, marks.at(-1) ?? 0)) marks.push(mark);
  return marks;
}

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
