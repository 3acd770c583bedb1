import type { JSX } from 'preact';
import { Table } from '../../parts/table.js';
import { count, counted, percent } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import type { Metrics, Report } from './queries.js';
import { className } from './words.js';

type Words = NonNullable<Report['tellingWords']>['relevant'];
/** Of the longest bar, in the units of its picture. */
const LENGTH = 100;

function WordBars({
  name,
  words,
  most,
}: {
  readonly name: string;
  readonly words: Words;
  readonly most: number;
}): JSX.Element {
  return (
    <Table
      name={name}
      rows={words}
      idOf={({ word }) => word}
      columns={[
        { head: name, cell: ({ word }) => <bdi>{word}</bdi> },
        {
          head: 'Weight',
          isNumber: true,
          cell: ({ weight }) => weight.toFixed(2),
        },
        {
          head: 'Bar',
          cell: ({ weight }) => (
            <svg class="weight-bar" viewBox={`0 0 ${LENGTH} 10`} preserveAspectRatio="none" aria-hidden="true">
              <rect width={Math.max(1, (Math.abs(weight) / most) * LENGTH)} height="10" />
            </svg>
          ),
        },
      ]}
    />
  );
}

/** The words that tell most for and against relevance. */
export function TellingWords({ words }: { readonly words: NonNullable<Report['tellingWords']> }): JSX.Element {
  const most = Math.max(...[...words.relevant, ...words.irrelevant].map(({ weight }) => Math.abs(weight)), 1e-9);
  return (
    <section aria-labelledby="words-heading">
      <h2 id="words-heading">Telling words</h2>
      <div class="halves">
        <WordBars name="For relevant" words={words.relevant} most={most} />
        <WordBars name="Against it" words={words.irrelevant} most={most} />
      </div>
    </section>
  );
}

/** Training documents by class. */
export function Classes({ classes }: { readonly classes: NonNullable<Report['classes']> }): JSX.Element {
  return (
    <section aria-labelledby="classes-heading">
      <h2 id="classes-heading">Training documents</h2>
      <Table
        name="Training documents"
        rows={classes}
        idOf={({ name }) => name}
        columns={[
          { head: 'Class', cell: ({ name }) => className(name) },
          { head: 'Documents', isNumber: true, cell: ({ documents }) => count(documents) },
          { head: 'Domains', isNumber: true, cell: ({ domains }) => count(domains) },
          { head: 'Without address', isNumber: true, cell: ({ withoutUrl }) => count(withoutUrl) },
          {
            head: 'Most from',
            cell: ({ largest }) =>
              largest
                .slice(0, 5)
                .map(({ domain, documents }) => `${domain} (${count(documents)})`)
                .join(', ') || '–',
          },
        ]}
      />
    </section>
  );
}

/** The goal it was trained for, and whether it was reached. */
export function Goal({
  goal,
  metrics,
}: {
  readonly goal: Report['goal'];
  readonly metrics: Metrics;
}): JSX.Element | null {
  if (!goal) return null;
  const words = goal.measure === 'F1' ? 'The threshold is that of the best F1.' : '';
  const reached =
    goal.measure === 'PRECISION' ? metrics.precision : goal.measure === 'RECALL' ? metrics.recall : metrics.f1;
  return (
    <p>
      Goal: {goal.measure === 'F1' ? 'F1' : goal.measure.toLowerCase()}
      {goal.atLeast !== null && ` of at least ${percent(goal.atLeast)}`}. {words}{' '}
      {goal.atLeast !== null &&
        reached !== null &&
        (reached >= goal.atLeast ? 'It was reached.' : 'It was not reached.')}
    </p>
  );
}

/** Comparison with the previous model, on examples that are newer than it. */
export function Before({ before }: { readonly before: NonNullable<Report['before']> }): JSX.Element {
  const { unseen } = before;
  return (
    <section aria-labelledby="before-heading">
      <h2 id="before-heading">Comparison with the previous model</h2>
      <p>
        <Link to={pathTo('model', before.modelId)}>
          Version {before.version}: {before.kind}
        </Link>
        , on {counted(unseen.documents, 'example')} that are newer than it, {count(unseen.relevant)} of them relevant:
        F1 {percent(unseen.before?.f1 ?? null)} before, {percent(unseen.after?.f1 ?? null)} now; average precision{' '}
        {percent(unseen.before?.averagePrecision ?? null)} before, {percent(unseen.after?.averagePrecision ?? null)}{' '}
        now.
      </p>
    </section>
  );
}
