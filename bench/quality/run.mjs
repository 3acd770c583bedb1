/**
 * Policies on declared topics with the judge that the service trains: relevant pages, domains and area by budget, means
 * over seeds with intervals.
 *
 *   npm run build
 *   node bench/quality/run.mjs --corpora DIR --split tuning --policies tres,best-first
 *   node bench/quality/run.mjs --corpora DIR --split tuning,test --policies prospector,best-first \
 *     --variant 'no-hubs=prospector:{"hubWeight":0}' --json-rows bench/out/rows.jsonl --html bench/out/quality.html
 *   node bench/quality/run.mjs --from tuning.jsonl,test.jsonl --html quality.html
 *
 *   node bench/quality/run.mjs --corpora DIR --split tuning --policies prospector,best-first --paces 1@0,8@1000
 *   node bench/quality/run.mjs --corpora DIR --split tuning --policies prospector,best-first,tres,ache --against best
 *       --dead-links 0.5 --refusing-hosts 0.1
 *
 * `--paces` sets concurrency and host delay in ms, in simulated time; 8@1000 is a session with its defaults.
 * Topics and their split are in topics.json: `tuning`, `test`, and `later`, which were declared when version 8 was
 * finished and chose nothing. One process per web runs, as many at a time as there are cores. `--json-rows` appends the
 * runs of a topic to a file as soon as they are done. `--from` reads runs from such files; with `--corpora`, missing
 * runs and those of other versions or settings are made, so that an interrupted measurement continues or is made in
 * parts. Pages, models and scores are cached in data/cache/lab (`--no-cache` does without). `--dead-links 0.5` adds
 * rows on webs whose links to unrecorded pages make up this share of all linked addresses. `--refusing-hosts 0.1` adds
 * rows with this share of the hosts answering 403 to everything. Several are separated by commas. Both are drawn by the
 * run's seed and remove nothing relevant: a policy should lose no more of its area than the share. `--against best`
 * compares each policy, topic and budget with the best other policy there, chosen in hindsight. `--warm-up` runs each
 * topic twice and keeps the second time, so that times of policies are comparable.
 */
import { quality } from './quality.mjs';

await quality(process.argv.slice(2));
