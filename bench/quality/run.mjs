/**
 * Policies on declared topics, with the judge that the service trains: relevant pages, domains and area by budget, means over seeds with intervals.
 *
 *   npm run build
 *   node bench/quality/run.mjs --corpora DIR --split tuning --policies tres,best-first
 *   node bench/quality/run.mjs --corpora DIR --split tuning,test --policies prospector,best-first \
 *     --variant 'no-hubs=prospector:{"hubWeight":0}' --json-rows bench/out/rows.jsonl --html bench/out/quality.html
 *   node bench/quality/run.mjs --from tuning.jsonl,test.jsonl --html quality.html
 *
 *   node bench/quality/run.mjs --corpora DIR --split tuning --policies prospector,best-first --paces 1@0,8@1000
 *   node bench/quality/run.mjs --corpora DIR --split tuning --policies prospector,best-first,tres,ache --against best --dead-links 0.5 --refusing-hosts 0.1
 *
 * `--paces` says how many fetches are under way at a time, and how many ms lie between two of one host, in simulated time; 8@1000 is a session with its defaults.
 * Topics and their split into tuning and test are in topics.json. One process per web, as many at a time as there are cores. `--json-rows` adds the runs of a
 * topic to a file as soon as they are done. `--from` takes runs of such files; with `--corpora` those that they lack are made, and those of
 * another version or other settings of a policy: so a measurement that was cut goes on, or is made in parts. Pages, models and scores are kept in data/cache/lab for the next run (`--no-cache` does without).
 * `--dead-links 0.5` adds rows on the webs with dead links: of their links to pages that were not recorded so many that this share of the addresses that pages
 * link to is dead. `--refusing-hosts 0.1` adds rows with this share of the hosts answering 403 to everything. Several are separated by commas. Both are drawn by
 * the seed of a run, and there is as much to find as without: a policy should lose no more of its area than the share.
 * `--against best` compares each policy, topic and budget with whichever other policy is best there, chosen afterwards.
 * `--warm-up` runs each topic twice and keeps the second time, so that times of policies can be compared.
 */
import { quality } from './quality.mjs';

await quality(process.argv.slice(2));
