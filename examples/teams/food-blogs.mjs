#!/usr/bin/env node
/**
 * The food blogs of a region: as many sites as possible that write about its dishes, as a list to keep.
 *
 *   node examples/teams/food-blogs.mjs --keywords ricotta,polenta,risotto --seeds https://blog.example/ --hosts it --fetches 2000 > blogs.tsv
 *
 * Sites count here, not pages: the objective tells the policy so, and one site gives at most 50 pages.
 */
import { parseArgs } from 'node:util';
import { createGleaner } from '#client'; // elsewhere: 'gleaner-client'

const { values } = parseArgs({
  options: {
    keywords: { type: 'string' },
    seeds: { type: 'string' },
    /** Only these hosts and what is below them, such as the domain of a country. */
    hosts: { type: 'string' },
    fetches: { type: 'string', default: '500' },
  },
});
if (!values.keywords || !values.seeds) {
  process.stderr.write('usage: food-blogs.mjs --keywords WORD,… --seeds URL,… [--hosts HOST,…] [--fetches N]\n');
  process.exit(2);
}
const { GLEANER_URL: url = 'http://127.0.0.1:3000', GLEANER_KEY: key } = process.env;
const gleaner = createGleaner({ url, key });

const topic = await gleaner.post('/v1/topics', {
  body: {
    name: `food blogs: ${values.keywords} (${new Date().toISOString()})`,
    keywords: values.keywords.split(','),
    seeds: values.seeds.split(','),
  },
});
const { id } = await gleaner.post('/v1/topics/{id}/sessions', {
  params: { path: { id: topic.id } },
  body: {
    budget: { fetches: Number(values.fetches) },
    objective: { domainWeight: 0.5 },
    domainCap: 50,
    ...(values.hosts && { scope: { allowHosts: values.hosts.split(',') } }),
  },
});
const session = await gleaner.waitForSession(id, {
  onProgress: ({ fetched, relevant }) => process.stderr.write(`${fetched} fetched, ${relevant} relevant\n`),
});
process.stderr.write(`${session.state}: ${session.stateReason}\n`);

// Pages that the session found on each site, best first.
const sites = [];
for await (const site of gleaner.domains(id, { relevant: true })) sites.push(site);
sites.sort((a, b) => b.relevant - a.relevant);
process.stdout.write('site\trelevant pages\tpages\n');
for (const { name, relevant, fetched } of sites) process.stdout.write(`${name}\t${relevant}\t${fetched}\n`);
