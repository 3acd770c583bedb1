/** One process for each web, some at a time. */
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Webs with tuning topics, with these topics. */
export function tuningWebs(corpora, wanted) {
  const { webs } = JSON.parse(readFileSync(new URL('../quality/topics.json', import.meta.url), 'utf8'));
  return Object.entries(webs)
    .filter(([web]) => wanted?.includes(web) ?? true)
    .map(([web, { topics, ...rest }]) => ({
      web,
      warc: join(corpora, `${web}.warc.gz`),
      labels: join(corpora, `${web}.labels.tsv.gz`),
      topics: Object.entries(topics)
        .filter(([, { split }]) => split === 'tuning')
        .map(([name, topic]) => ({ name, ...rest, ...topic })),
    }))
    .filter(({ topics }) => topics.length > 0);
}

/** @returns the processes' results, in the order of the tasks */
export async function inProcesses(works, atOnce) {
  const results = [];
  const waiting = works.map((work, number) => ({ work, number }));
  await Promise.all(
    Array.from({ length: Math.min(atOnce, works.length) }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) results[next.number] = await inProcess(next.work);
    }),
  );
  return results.flat();
}

const inProcess = (work) =>
  new Promise((resolve, reject) => {
    const sent = [];
    const child = fork(new URL('one-web.mjs', import.meta.url), {
      execArgv: ['--max-old-space-size=6144'],
      serialization: 'advanced',
    });
    child.on('message', (message) => (message.done ? child.disconnect() : sent.push(message)));
    child.on('exit', (code) => (code === 0 ? resolve(sent) : reject(new Error(`${work.web} ended with ${code}`))));
    child.send(work);
  });
