import { readFileSync } from 'node:fs';
import { ENDS_BEFORE_REQUEST, FREE_ENDS } from '../../bench/faults/invariants.mjs';
import { FAILURE_KINDS, meaningOf, outcomesWith, REFUSALS, STEP_OUTCOMES } from '../../src/domain/fetching/index.js';
import { readTexts } from './import-graph.js';

const COSTS = { fetch: 'a fetch', request: 'a fetch behind a redirect, else nothing', nothing: 'nothing' };
const HOST = { answered: 'it works', failed: 'it fails', unknown: 'nothing', 'by status': 'by its status' };
const yesOrNo = (answer: boolean): string => (answer ? 'yes' : 'no');

/** The rows of the table in docs/reading.md, from the code. */
const rows = STEP_OUTCOMES.map((kind) => {
  const { means, costs, mayPass, host } = meaningOf(kind);
  return [`\`${kind}\``, means, COSTS[costs], mayPass === 'by status' ? mayPass : yesOrNo(mayPass), HOST[host]];
});

test('docs/reading.md describes each outcome as the code treats it', () => {
  const [, section = ''] = readFileSync('docs/reading.md', 'utf8').split('## How a step ends');
  const told = section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
  expect(told).toEqual(rows);
});

test('the invariants of the fault bench count as free what the code does', () => {
  expect([...FREE_ENDS].sort()).toEqual([...outcomesWith({ costs: 'nothing' })].sort());
  expect([...ENDS_BEFORE_REQUEST].sort()).toEqual([...outcomesWith({ costs: 'request' })].sort());
});

test('the fetcher and the fleet make failures of each kind', () => {
  const fetching = [...readTexts('src/modules/fetch/fetching'), ...readTexts('src/modules/fetch/fleet')].join('\n');
  const made = [
    ...fetching.matchAll(/(?:FetchFault|failureOutcome|super)\(\s*'([a-z-]+)'|^ {2}[A-Z_]+: '([a-z-]+)',$/gm),
  ];
  // The domain creates failures by status, the loop those of a full archive and of known pages.
  const kinds = new Set([
    'http-error',
    'known',
    'not-archived',
    ...REFUSALS,
    ...made.map(([, thrown, mapped]) => thrown ?? mapped),
  ]);
  expect([...kinds].sort()).toEqual([...FAILURE_KINDS].sort());
});
