import { z } from 'zod';
import { note, rounded, sessionId, share, step } from '../parts.js';
import { defineTool, READS } from '../tool.js';
import { marked, short, UNTRUSTED } from '../web-text.js';
import { viewOfPage } from './pages.js';

const TITLE_CHARS = 120;
const URL_CHARS = 300;
/** Only the end of a long path is shown, plus the seed. */
const PATH_STEPS = 8;
const FEATURES = 10;

export const explainPage = defineTool({
  name: 'explain_page',
  title: 'Explain a page',
  description:
    'Explains one page of a session: how probable it is that it is relevant, by which links the crawl came to it from a seed, ' +
    'the words of the link that was followed, and why the policy chose it before others.',
  input: z.strictObject({ session_id: sessionId, step }),
  output: z.object({
    url: z.string(),
    title: z.string(),
    outcome: z.string().describe('page, or how the fetch failed'),
    relevant: z.boolean(),
    probability: z.number().nullable(),
    duplicate_of: z.int().nullable().describe('Step of the page whose text this one repeats'),
    links_from_seed: z.int(),
    path: z
      .array(z.object({ step, url: z.string(), title: z.string(), relevant: z.boolean() }))
      .describe(`From the seed to this page. Of a long path the seed and the last ${PATH_STEPS} steps`),
    link: z
      .object({ anchor: z.string(), heading: z.string(), place: z.string() })
      .nullable()
      .describe('The link that was followed; null for a seed'),
    choice: z
      .object({
        policy: z.string(),
        value: z.number().nullable(),
        rank: z.int().nullable(),
        options: z.int().nullable(),
        by_chance: z.boolean(),
        features: z.record(z.string(), z.number()),
      })
      .describe(
        'Why the policy chose it: its value and rank among the options that were compared, and the largest features',
      ),
    note,
  }),
  hints: READS,
  run: async ({ session_id: id, step: no }, gleaner, signal) => {
    const params = { path: { id, step: no } };
    const [page, why] = await Promise.all([
      gleaner.get('/v1/sessions/{id}/pages/{step}', { params, signal }),
      gleaner.get('/v1/sessions/{id}/pages/{step}/why', { params, signal }),
    ]);
    const { url, title, relevant, probability } = viewOfPage(page);
    const steps = why.path.map((one) => ({
      step: one.step,
      url: short(one.url, URL_CHARS),
      title: short(one.title, TITLE_CHARS),
      relevant: one.relevant,
    }));
    const path = steps.length <= PATH_STEPS + 1 ? steps : [...steps.slice(0, 1), ...steps.slice(-PATH_STEPS)];
    const { link } = why;
    const features = Object.entries((why.features ?? {}) as Readonly<Record<string, unknown>>)
      .filter((entry): entry is [string, number] => typeof entry[1] === 'number')
      .sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
      .slice(0, FEATURES)
      .map(([name, value]) => [name, rounded(value)]);
    const data = {
      url,
      title,
      outcome: page.outcome,
      relevant,
      probability,
      duplicate_of: page.duplicateOf,
      links_from_seed: page.depth,
      path,
      link:
        link === null
          ? null
          : { anchor: short(link.anchor, TITLE_CHARS), heading: short(link.heading, TITLE_CHARS), place: link.place },
      choice: {
        policy: why.policy,
        value: why.value === null ? null : rounded(why.value),
        rank: why.rank,
        options: why.options,
        by_chance: why.exploration,
        features: Object.fromEntries(features) as Record<string, number>,
      },
      note: UNTRUSTED,
    };
    const found = [
      `${title || '(no title)'} ${url}`,
      ...path.map((one) => `  ${one.relevant ? '+' : '-'} step ${one.step} ${one.title} ${one.url}`),
      link === null ? 'It is a seed.' : `Link: "${data.link?.anchor ?? ''}" below "${data.link?.heading ?? ''}"`,
    ].join('\n');
    const { rank, options, by_chance } = data.choice;
    const chosen = by_chance ? ' by chance' : rank === null ? '' : ` as number ${rank} of ${options ?? '?'} options`;
    return {
      data,
      text: `${page.outcome}, ${relevant ? 'relevant' : 'not relevant'} (${share(probability)}), chosen by ${why.policy}${chosen}\n${UNTRUSTED}\n${marked(found)}`,
    };
  },
});
