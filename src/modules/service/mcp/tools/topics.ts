import { z } from 'zod';
import { MAX_URL_CHARS } from '../../../../domain/url/index.js';
import { cursorAfter, moreRows, nextCursor, paged, topicId } from '../parts.js';
import { defineTool, MAKES, READS } from '../tool.js';
import { short } from '../web-text.js';

const MAX_KEYWORDS = 100;
const MAX_SEEDS = 100;
/** Shown of a description. */
const DESCRIPTION_CHARS = 300;

export const createTopic = defineTool({
  name: 'create_topic',
  title: 'Create a topic',
  description:
    'Creates a topic: what a crawl is to find, as keywords and phrases, and the web addresses (seeds) where it begins. ' +
    'Do this first, once for each subject. Choose 5 to 20 keywords that a page about the subject would contain. Then call start_session, or suggest_seeds if you know no seeds.',
  input: z.strictObject({
    name: z.string().min(1).max(200).describe('Short name; no other topic may have it'),
    keywords: z
      .array(z.string().min(1).max(200))
      .min(1)
      .max(MAX_KEYWORDS)
      .describe('Words and phrases of the subject, in its language'),
    seeds: z
      .array(z.string().max(MAX_URL_CHARS))
      .max(MAX_SEEDS)
      .optional()
      .describe('Web addresses of pages about the subject'),
    description: z.string().max(5_000).optional().describe('For people: what is relevant and what is not'),
    language: z
      .string()
      .regex(/^[a-z]{2}$/, 'must be a code of two letters in lower case, such as en')
      .optional()
      .describe('Language of the keywords as a code of two letters; en unless given'),
  }),
  output: z.object({ topic_id: topicId, name: z.string(), keywords: z.array(z.string()), seeds: z.array(z.string()) }),
  hints: MAKES,
  run: async (body, gleaner, signal) => {
    const topic = await gleaner.post('/v1/topics', { body, signal });
    const data = {
      topic_id: topic.id,
      name: topic.name,
      keywords: (topic.keywordSet?.keywords ?? []).map(({ text }) => text),
      seeds: topic.seeds,
    };
    const text = `Topic ${topic.id} with ${data.keywords.length} keywords and ${data.seeds.length} seeds. Next: ${data.seeds.length === 0 ? 'suggest_seeds' : 'start_session'}.`;
    return { data, text };
  },
});

export const listTopics = defineTool({
  name: 'list_topics',
  title: 'List topics',
  description:
    'Lists the topics that exist, the newest first, to continue with one of them. compare_sessions lists the sessions of a topic.',
  input: z.strictObject({ ...paged, search: z.string().max(200).optional().describe('A part of the name') }),
  output: z.object({
    topics: z.array(z.object({ topic_id: topicId, name: z.string(), description: z.string(), seeds: z.int() })),
    next_cursor: nextCursor,
  }),
  hints: READS,
  run: async ({ limit, cursor, search }, gleaner, signal) => {
    const { items, pageInfo } = await gleaner.get('/v1/topics', {
      params: { query: { first: limit, after: cursor, search } },
      signal,
    });
    const topics = items.map(({ id, name, description, seedCount }) => ({
      topic_id: id,
      name,
      description: short(description, DESCRIPTION_CHARS),
      seeds: seedCount,
    }));
    const next = cursorAfter(pageInfo);
    const lines = topics.map((one) => `${one.topic_id} ${one.name} (${one.seeds} seeds)`);
    return { data: { topics, next_cursor: next }, text: `${lines.join('\n') || 'No topics.'}${moreRows(next)}` };
  },
});
