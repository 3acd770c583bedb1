/** Best-first crawls of declared topics, cached in a folder, so that judges are compared on the same pages. */
import { fork } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const list = (text) => text?.split(',').map((part) => part.trim());

/** The crawls to make, one task per web. */
export function judgedWorks({
  corpora,
  split,
  webs: wanted,
  topics: named,
  judges,
  policy = 'best-first',
  seeds,
  budget,
  folder,
}) {
  const { webs } = JSON.parse(readFileSync(new URL('topics.json', import.meta.url), 'utf8'));
  return Object.entries(webs)
    .filter(([web]) => list(wanted)?.includes(web) ?? true)
    .map(([web, { topics, ...rest }]) => ({
      web,
      warc: join(corpora, `${web}.warc.gz`),
      labels: join(corpora, `${web}.labels.tsv.gz`),
      judges: list(judges),
      policy,
      seeds: list(seeds).map(Number),
      budget: Number(budget),
      folder,
      topics: Object.entries(topics)
        .filter(([name, topic]) => topic.split === split && (list(named)?.includes(name) ?? true))
        .map(([name, topic]) => ({ name, ...rest, ...topic })),
    }))
    .filter(({ topics }) => topics.length > 0);
}

const filesOf = ({ web, topics, judges, seeds, folder }) =>
  topics.flatMap(({ name }) =>
    judges.flatMap((judge) => seeds.map((seed) => join(folder, `${web}.${name}.${judge}.${seed}.json`))),
  );

/** @returns the files of a task's crawls, after making missing ones */
export async function keptCrawls(work) {
  const files = filesOf(work);
  if (!files.every((file) => existsSync(file))) await crawled(work);
  return files;
}

const crawled = (work) =>
  new Promise((resolve, reject) => {
    const child = fork(new URL('judged-crawls.mjs', import.meta.url), { execArgv: ['--max-old-space-size=6144'] });
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${work.web} ended with ${code}`))));
    child.send(work);
  });
