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
 *
 * `--paces` says how many fetches are under way at a time, and how many ms lie between two of one host, in simulated time; 8@1000 is a session with its defaults.
 * Topics and their split into tuning and test are in topics.json. One process per web, as many at a time as there are cores. `--json-rows` adds the runs of a
 * topic to a file as soon as they are done. `--from` takes runs of such files; with `--corpora` those that they lack are made, and those of
 * another version or other settings of a policy: so a measurement that was cut goes on, or is made in parts. Pages, models and scores are kept in data/cache/lab for the next run (`--no-cache` does without).
 * `--warm-up` runs each topic twice and keeps the second time, so that times of policies can be compared.
 */
import { quality } from './quality.mjs';

await quality(process.argv.slice(2));
