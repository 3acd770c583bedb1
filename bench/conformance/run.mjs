/**
 * Runs public conformance suites against the compiled product: `node bench/conformance/run.mjs SUITE=FOLDER …`, after
 * `npm run build`.
 *
 * Each suite is a file in `suites/`: `about` describes it and the source of its files, and `run(folder)` yields
 * `{ id, passed, reason }` for each case, with a reason if it failed. The files are not in this repository. Without
 * arguments the suites are listed.
 */
import { readdir } from 'node:fs/promises';

/** Maximum number of reasons printed per suite. */
const MAX_REASONS = 40;

const folder = new URL('suites/', import.meta.url);
const suites = new Map();
for (const file of (await readdir(folder)).filter((name) => name.endsWith('.mjs')).sort())
  suites.set(file.replace(/\.mjs$/, ''), await import(new URL(file, folder)));

const wanted = process.argv.slice(2).map((argument) => argument.split(/=(.*)/s));
if (wanted.length === 0) for (const [name, { about }] of suites) console.log(`${name}=FOLDER  ${about}`);

let failed = 0;
for (const [name, files] of wanted) {
  const suite = suites.get(name);
  if (suite === undefined || files === undefined) {
    console.error(`${name}: expected SUITE=FOLDER, with one of ${[...suites.keys()].join(', ')}`);
    process.exit(2);
  }
  let passed = 0;
  let total = 0;
  const reasons = [];
  for await (const result of suite.run(files)) {
    total++;
    if (result.passed) passed++;
    else if (reasons.length < MAX_REASONS) reasons.push(`  ${result.id}: ${result.reason ?? 'otherwise'}`);
  }
  failed += total - passed;
  console.log(`${name}: ${passed} of ${total}`);
  for (const reason of reasons) console.log(reason);
  if (total - passed > reasons.length) console.log(`  … and ${total - passed - reasons.length} more`);
}
process.exitCode = failed === 0 ? 0 : 1;
