#!/usr/bin/env node
/**
 * A topic that is watched: each week a monitor fetches the relevant pages of a finished session again, frequently
 * changing ones more often, and new pages near them. A feed lists new, changed and gone pages.
 *
 *   node examples/teams/watch-a-topic.mjs start SESSION     a monitor, each Monday at six; prints the address of its
 *                                                           feed for a feed reader
 *   node examples/teams/watch-a-topic.mjs now MONITOR       runs now, and prints the changes
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createGleaner } from '#client'; // elsewhere: 'gleaner-client'

const [command, id] = process.argv.slice(2);
const { GLEANER_URL: url = 'http://127.0.0.1:3000', GLEANER_KEY: key, TZ: timeZone = 'UTC' } = process.env;
const gleaner = createGleaner({ url, key });

async function start() {
  const session = await gleaner.session(id);
  const monitor = await gleaner.post('/v1/monitors', {
    body: { name: `watch ${id}`, topicId: session.topicId, sessionId: id, policy: 'poisson', fetches: 200 },
  });
  await gleaner.post('/v1/schedules', {
    body: {
      name: `weekly ${monitor.id}`,
      cron: '0 6 * * 1',
      timeZone,
      // A week in which the service was down is made up for once.
      missed: 'once',
      action: { monitor: { monitorId: monitor.id } },
    },
  });
  const { token } = await gleaner.post('/v1/monitors/{id}/feed-token', { params: { path: { id: monitor.id } } });
  process.stdout.write(`${monitor.id}\n${url}/v1/monitors/${monitor.id}/feed.atom?token=${token}\n`);
}

async function now() {
  let run = await gleaner.post('/v1/monitors/{id}/runs', { params: { path: { id } }, body: { all: true } });
  while (run.finishedAt === null) {
    await sleep(500);
    for await (const one of gleaner.list('/v1/monitors/{id}/runs', { path: { id }, query: { first: 20 } })) {
      if (one.id !== run.id) continue;
      run = one;
      break;
    }
  }
  process.stdout.write(
    `${run.state}: ${run.looked} checked, ${run.new} new, ${run.changed} changed, ${run.gone} gone\n`,
  );
  for await (const change of gleaner.list('/v1/monitors/{id}/changes', { path: { id } })) {
    // The newest come first.
    if (change.runId !== run.id) break;
    process.stdout.write(`${change.kind}\t${change.url}\t+${change.linesAdded} -${change.linesRemoved}\n`);
  }
}

const run = { start, now }[command];
if (run === undefined || !id) {
  process.stderr.write('usage: watch-a-topic.mjs start SESSION | now MONITOR\n');
  process.exit(2);
}
await run();
