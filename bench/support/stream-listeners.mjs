/**
 * Listens to one session's stream over many connections, in its own process, and reports to its parent: `{ready}` when
 * all are connected, then `{ended, listeners, pages, bytes, cpu, wrong}` when all streams have ended.
 *
 * usage: node bench/support/stream-listeners.mjs URL LISTENERS
 */
import { get } from 'node:http';

const [url, count] = [process.argv[2], Number(process.argv[3])];
const PAGE = /^event: page\ndata: \{"seq":(\d+)/gm;
/** Connections opened at a time: the backlog of a listening socket is short. */
const AT_ONCE = 50;

function listen(connected) {
  return new Promise((resolve, reject) => {
    const outgoing = get(url, { agent: false }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`status ${response.statusCode}`));
      connected();
      let [rest, bytes] = ['', 0];
      const seqs = [];
      response.setEncoding('utf8');
      response.on('data', (text) => {
        bytes += text.length;
        rest += text;
        const end = rest.lastIndexOf('\n\n') + 2;
        if (end < 2) return;
        for (const [, seq] of rest.slice(0, end).matchAll(PAGE)) seqs.push(Number(seq));
        rest = rest.slice(end);
      });
      response.on('end', () => resolve({ seqs, bytes }));
      response.on('error', reject);
    });
    outgoing.on('error', reject);
  });
}

const streams = [];
for (let from = 0; from < count; from += AT_ONCE)
  await Promise.all(
    Array.from(
      { length: Math.min(AT_ONCE, count - from) },
      () =>
        new Promise((connected, failed) =>
          streams.push(listen(connected).catch((error) => (failed(error), { error }))),
        ),
    ),
  );
process.send({ ready: true });
const heard = await Promise.all(streams);
const all = JSON.stringify(heard[0].seqs);
const { user, system } = process.cpuUsage();
process.send({
  ended: true,
  listeners: heard.length,
  pages: heard[0].seqs,
  bytes: heard.reduce((sum, { bytes }) => sum + bytes, 0),
  cpu: (user + system) / 1e6,
  // A listener that missed or repeated a page differs from the first one.
  wrong: heard.filter(({ seqs }) => JSON.stringify(seqs) !== all).length,
});
process.disconnect();
