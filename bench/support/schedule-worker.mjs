/**
 * A worker that processes due schedules by a clock that its parent sets: messages are `{ now }` in ms.
 * `node schedule-worker.mjs FOLDER`, with DATABASE_URL.
 *
 * It checks continuously, unlike a worker of the service, whose clock is real.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openContext } from './schedule-context.mjs';
import { ScheduleClock, ScheduleRunner } from '../../dist/modules/crawl/schedules/index.js';

const PAUSE_MS = 4;

let now = 0;
process.on('message', (message) => (now = message.now));
const context = await openContext(process.env['DATABASE_URL'], process.argv[2]);
context.get(ScheduleClock).now = () => now;
const runner = context.get(ScheduleRunner);
process.send('ready');
for (;;) {
  const isDone = now === 0 || !(await runner.step().catch(() => false));
  if (isDone) await sleep(PAUSE_MS);
}
