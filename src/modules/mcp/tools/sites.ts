import { z } from 'zod';
import { topicId } from '../parts.js';
import { sessionLine, sessionView, viewOf } from '../session-view.js';
import { defineTool, MAKES, SETS } from '../tool.js';

const MAX_SITES = 200;
const MAX_PAGES = 100_000;
const DEFAULT_PAGES = 200;

const site = z.string().min(1).max(253);

export const judgeSites = defineTool({
  name: 'judge_sites',
  title: 'Keep or reject web sites',
  description:
    'Says of web sites of a topic, from list_collected_domains, whether they are worth more crawling. Further sessions of the topic begin at kept sites ' +
    'and avoid rejected ones. Some of their pages become labels. Give the verdicts of the answer back as sites to undo the call.',
  input: z.strictObject({
    topic_id: topicId,
    sites: z
      .array(z.strictObject({ site, verdict: z.enum(['keep', 'reject', 'undecided']) }))
      .min(1)
      .max(MAX_SITES)
      .describe('The sites with their verdicts; undecided withdraws one'),
  }),
  output: z.object({
    before: z.array(z.object({ site, verdict: z.string() })).describe('The verdicts before'),
  }),
  hints: SETS,
  run: async ({ topic_id, sites }, gleaner, signal) => {
    const { domains } = await gleaner.post('/v1/topics/{id}/verdicts', {
      params: { path: { id: topic_id } },
      body: { domains: sites.map(({ site: name, verdict }) => ({ name, verdict })) },
      signal,
    });
    const before = domains.map(({ name, verdict }) => ({ site: name, verdict }));
    const now = new Map(sites.map((one) => [one.site, one.verdict]));
    const lines = before.map((one) => `${one.site}: ${now.get(one.site) ?? one.verdict}, before: ${one.verdict}`);
    return { data: { before }, text: lines.join('\n') };
  },
});

export const gatherSites = defineTool({
  name: 'gather_sites',
  title: 'Crawl chosen web sites deeply',
  description:
    'Starts a session that crawls only the given web sites of a topic, from list_collected_domains, as completely as the number of pages allows. ' +
    'Pages that the topic has already cost nothing. Then call session_status.',
  input: z.strictObject({
    topic_id: topicId,
    sites: z.array(site).min(1).max(MAX_SITES).describe('The web sites, such as example.org'),
    max_pages: z
      .int()
      .min(1)
      .max(MAX_PAGES)
      .default(DEFAULT_PAGES)
      .describe('Pages to fetch of all sites together, shared among them'),
  }),
  output: sessionView,
  hints: { ...MAKES, openWorldHint: true },
  run: async ({ topic_id, sites, max_pages }, gleaner, signal) => {
    const session = await gleaner.post('/v1/topics/{id}/gather', {
      params: { path: { id: topic_id } },
      body: { domains: sites, fetches: max_pages },
      signal,
    });
    const data = viewOf(session);
    return { data, text: sessionLine(data) };
  },
});
