#!/usr/bin/env node
/**
 * Two people label the pages of a session, each with a key of their own; then the session is judged by what they said.
 *
 *   node examples/teams/label-with-a-friend.mjs invite              prints a key for the friend, which ends after a
 *                                                                   week
 *   node examples/teams/label-with-a-friend.mjs label SESSION 20    asks about pages: y, n, or s to skip
 *   node examples/teams/label-with-a-friend.mjs finish SESSION      trains a model with all labels and judges the
 *                                                                   session by it
 *
 * The friend runs `label` with GLEANER_URL and the key in GLEANER_KEY. The audit log of the project names the author of
 * each label.
 */
import { createInterface } from 'node:readline/promises';
import { createGleaner } from '#client'; // elsewhere: 'gleaner-client'

const [command, sessionId, most = '20'] = process.argv.slice(2);
const { GLEANER_URL: url = 'http://127.0.0.1:3000', GLEANER_KEY: key } = process.env;
const gleaner = createGleaner({ url, key });
const WEEK_MS = 7 * 24 * 3_600_000;

async function invite() {
  const project = await gleaner.get('/v1/project');
  const { secret } = await gleaner.post('/v1/projects/{projectId}/keys', {
    params: { path: { projectId: project.id } },
    body: {
      name: 'a friend who labels',
      scopes: ['write'],
      expiresAt: new Date(Date.now() + WEEK_MS).toISOString(),
    },
  });
  process.stdout.write(`GLEANER_KEY=${secret}\n`);
}

async function label() {
  const session = await gleaner.session(sessionId);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answers = terminal[Symbol.asyncIterator]();
  const skipped = new Set();
  let given = 0;
  while (given < Number(most)) {
    // Requested each time: the other person labels too, and pages that have a label leave the queue.
    const { items } = await gleaner.get('/v1/topics/{id}/label-queue', {
      params: { path: { id: session.topicId }, query: { sessionId, first: 100 } },
    });
    const page = items.map((one) => one.page).find(({ step }) => !skipped.has(step));
    if (page === undefined) break;
    terminal.write(`${page.title ?? ''}\n${page.url}\n${page.excerpt ?? ''}\nrelevant? y/n/s `);
    const { value: answer, done } = await answers.next();
    if (done) break;
    if (!/^[yn]$/.test(answer)) {
      skipped.add(page.step);
      continue;
    }
    await gleaner.post('/v1/sessions/{id}/labels', {
      params: { path: { id: sessionId } },
      body: { labels: [{ step: page.step, relevant: answer === 'y' }] },
    });
    given++;
  }
  terminal.close();
  process.stdout.write(`${given} labels given\n`);
}

async function finish() {
  const before = await gleaner.session(sessionId);
  const { id } = await gleaner.post('/v1/topics/{topicId}/models', {
    params: { path: { topicId: before.topicId } },
    body: {},
  });
  const model = await gleaner.waitForModel(id);
  if (model.state !== 'ready') throw new Error(`the training has failed: ${model.error}`);
  await gleaner.post('/v1/sessions/{id}/model', { params: { path: { id: sessionId } }, body: { modelId: model.id } });
  let after;
  do {
    await new Promise((resolve) => setTimeout(resolve, 500));
    after = await gleaner.session(sessionId);
  } while (after.pendingModelId !== null);
  process.stdout.write(`relevant pages before: ${before.relevant}, with the labels: ${after.relevant}\n`);
}

const run = { invite, label, finish }[command];
if (run === undefined || (command !== 'invite' && !sessionId)) {
  process.stderr.write('usage: label-with-a-friend.mjs invite | label SESSION [LABELS] | finish SESSION\n');
  process.exit(2);
}
await run();
