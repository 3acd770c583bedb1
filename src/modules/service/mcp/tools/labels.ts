import { z } from 'zod';
import { note, sessionId, step, topicId } from '../parts.js';
import { defineTool, READS, SETS } from '../tool.js';
import { marked, UNTRUSTED } from '../web-text.js';
import { pageLine, pageView, viewOfPage } from './pages.js';

const DEFAULT_LABELS = 5;
const MAX_LABELS = 20;

export const nextLabels = defineTool({
  name: 'next_labels',
  title: 'Pages to label next',
  description:
    'Gives the pages of a topic for which a judgement (relevant or not) helps the model most. Read each one (excerpt, or get_page_text) ' +
    'and give your judgement with label_page.',
  input: z.strictObject({
    topic_id: topicId,
    session_id: z.uuid().optional().describe('Only pages of this session'),
    limit: z.int().min(1).max(MAX_LABELS).default(DEFAULT_LABELS).describe('Pages in the answer'),
  }),
  output: z.object({ pages: z.array(pageView.extend({ session_id: sessionId })), note }),
  hints: READS,
  run: async ({ topic_id: id, session_id, limit }, gleaner, signal) => {
    const { items } = await gleaner.get('/v1/topics/{id}/label-queue', {
      params: { path: { id }, query: { first: limit, sessionId: session_id } },
      signal,
    });
    const pages = items.map(({ page }) => ({ ...viewOfPage(page), session_id: page.sessionId }));
    const lines = pages.map((page) => `session ${page.session_id} ${pageLine(page)}`);
    const text = pages.length === 0 ? 'No pages to label.' : `${UNTRUSTED}\n${marked(lines.join('\n'))}`;
    return { data: { pages, note: UNTRUSTED }, text };
  },
});

export const labelPage = defineTool({
  name: 'label_page',
  title: 'Label a page',
  description:
    'Says whether a page is relevant to its topic. The label becomes an example from which the next model learns. ' +
    'Set train with the last label of a series: the model of the session is then trained again in the background.',
  input: z.strictObject({
    session_id: sessionId,
    step,
    relevant: z.boolean().describe('Whether the page is about the topic'),
    train: z.boolean().default(false).describe('Train the next model with all labels'),
  }),
  output: z.object({
    changed: z.boolean().describe('false: the page had this label already'),
    differs_from_model: z.boolean().describe('Whether the model of the session judged otherwise'),
    training_model_id: z.string().nullable(),
  }),
  hints: SETS,
  run: async ({ session_id: id, step: no, relevant, train }, gleaner, signal) => {
    const report = await gleaner.post('/v1/sessions/{id}/labels', {
      params: { path: { id } },
      body: { labels: [{ step: no, relevant }], train },
      signal,
    });
    const data = {
      changed: report.unchanged === 0,
      differs_from_model: report.disagreements > 0,
      training_model_id: report.model?.id ?? null,
    };
    const training = data.training_model_id === null ? '' : ` Model ${data.training_model_id} is being trained.`;
    return {
      data,
      text: `Step ${no} is labelled ${relevant ? 'relevant' : 'not relevant'}${data.differs_from_model ? ', other than the model judged' : ''}.${training}`,
    };
  },
});
