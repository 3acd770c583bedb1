import type { JSX } from 'preact';
import { type Column, SortedTable } from '../../parts/sorted-table.js';
import { count } from '../../parts/words.js';
import { figure } from './figures.js';
import type { Forager } from './queries.js';
import { LearnedPart } from './learned-part.js';

const STATES: Readonly<Record<Forager['state'], string>> = {
  IDLE: 'idle: nothing that it knows leads on',
  VISITING: 'waits for the page of its step',
  EXPANDING: 'fetches what this page links to',
};

const COLUMNS: readonly Column<Forager>[] = [
  { name: 'Forager', value: ({ id }) => id },
  { name: 'Activity', value: ({ state }) => STATES[state] },
  {
    ...{ name: 'Score', isNumber: true, hasBar: true },
    value: ({ score }) => score,
    shown: ({ score }) => figure(score),
  },
  { name: 'Steps of its path', value: ({ pathSteps }) => pathSteps, isNumber: true },
  { name: 'URLs that may be next', value: ({ frontier }) => frontier, isNumber: true },
  { name: 'Starts', value: ({ startsInAll }) => startsInAll, isNumber: true },
];

const START_COLUMNS: readonly Column<Forager['starts'][number]>[] = [
  { name: 'Start', value: ({ url }) => url },
  {
    ...{ name: 'Value', isNumber: true, hasBar: true },
    value: ({ value }) => value,
    shown: ({ value }) => figure(value),
  },
];
const WORD_COLUMNS: readonly Column<Forager['words'][number]>[] = [
  { name: 'Word', value: ({ name }) => name },
  {
    ...{ name: 'Worth', isNumber: true, hasBar: true },
    value: ({ weight }) => weight,
    shown: ({ weight }) => figure(weight),
  },
];

/** The fleet: who competes with whom, where each starts, and what words are worth to it. */
export function ForagersPart({ foragers }: { readonly foragers: readonly Forager[] }): JSX.Element {
  return (
    <LearnedPart
      title="Foragers"
      note="Each walks its own paths. It gains by new relevant pages and loses by each page that it sends: with a high score it multiplies, with a low one it dies."
    >
      <SortedTable name="Foragers" columns={COLUMNS} rows={foragers} keyOf={({ id }) => id} />
      {foragers.map(({ id, starts, startsInAll, words }) => (
        <details key={id}>
          <summary>Forager {id}: where it starts, and what words are worth to it</summary>
          <div class="halves">
            <div>
              <h3>Starts of its paths</h3>
              {starts.length === 0 ? (
                <p>None yet.</p>
              ) : (
                <SortedTable
                  name={`Starts of forager ${id}`}
                  columns={START_COLUMNS}
                  rows={starts}
                  keyOf={({ url }) => url}
                />
              )}
              {startsInAll > starts.length && (
                <p class="note">
                  The best {starts.length} of {count(startsInAll)}.
                </p>
              )}
            </div>
            <div>
              <h3>Words</h3>
              {words.length === 0 ? (
                <p>None yet: the text classifier is trained once enough pages were fetched.</p>
              ) : (
                <SortedTable
                  name={`Words of forager ${id}`}
                  columns={WORD_COLUMNS}
                  rows={words}
                  keyOf={({ name }) => name}
                />
              )}
            </div>
          </div>
        </details>
      ))}
    </LearnedPart>
  );
}
