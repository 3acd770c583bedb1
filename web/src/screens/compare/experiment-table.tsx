import type { JSX } from 'preact';
import { type Column, Table } from '../../parts/table.js';
import { count, decimal, duration, percent } from '../../parts/words.js';
import { intervalInWords, signed } from './measures.js';
import type { Budget, Measured } from './queries.js';
import './compare.css';

interface FigureProps {
  readonly measure: Measured | null;
  readonly say: (value: number) => string;
  /** Difference from the first policy; null for the first policy itself. */
  readonly more?: Measured | null;
}

/** A mean over runs, and below it its interval, and the difference from the first policy, where there are any. */
function Figure({ measure, say, more = null }: FigureProps): JSX.Element {
  const interval = measure && intervalInWords(measure, say);
  const difference = signed(say);
  const around = more && intervalInWords(more, difference);
  return (
    <span>
      {measure ? say(measure.mean) : '–'}
      {interval && (
        <>
          {' '}
          <small>{interval}</small>
        </>
      )}
      {more && (
        <>
          {' '}
          <small>
            <strong>{difference(more.mean)}</strong> against the first
            {around && ` (${around})`}
          </small>
        </>
      )}
    </span>
  );
}

type Policy = Budget['policies'][number];
type Reference = Budget['references'][number];
type Row = { readonly name: string } & (
  { readonly policy: Policy; readonly reference: null } | { readonly policy: null; readonly reference: Reference }
);

/** A column of figures. @param ofReference where a reference has it */
function column(
  head: string,
  ofPolicy: (policy: Policy) => JSX.Element | string,
  ofReference: (reference: Reference) => string = () => '–',
): Column<Row> {
  const cell = (row: Row): JSX.Element | string =>
    row.policy === null ? ofReference(row.reference) : ofPolicy(row.policy);
  return { head, isNumber: true, cell };
}

const COLUMNS: readonly Column<Row>[] = [
  { head: 'Policy', cell: ({ name }) => name },
  column('Runs', ({ runs }) => String(runs)),
  column(
    'Harvest rate',
    ({ harvestRate }) => <Figure measure={harvestRate} say={percent} />,
    ({ harvestRate }) => percent(harvestRate),
  ),
  column(
    'Relevant pages',
    ({ relevant, against }) => <Figure measure={relevant} say={decimal} more={against?.relevant ?? null} />,
    ({ relevant }) => count(relevant),
  ),
  column(
    'Relevant domains',
    ({ domains, against }) => <Figure measure={domains} say={decimal} more={against?.domains ?? null} />,
    ({ domains }) => count(domains),
  ),
  column(
    'Area',
    ({ area }) => <Figure measure={area} say={percent} />,
    ({ area }) => percent(area),
  ),
  column('Recall', ({ recall }) => <Figure measure={recall} say={percent} />),
  column('Simulated time', ({ simulatedSeconds }) => <Figure measure={simulatedSeconds} say={duration} />),
];

/** Figures of each policy: means over runs with their 95% intervals. */
export function ExperimentTable({ budget }: { readonly budget: Budget }): JSX.Element {
  const shares = budget.policies[0]?.stepsTo.map(({ share }) => share) ?? [];
  const rows: readonly Row[] = [
    ...budget.policies.map((policy) => ({ name: policy.name, policy, reference: null })),
    ...budget.references.map((reference) => ({ name: reference.name, policy: null, reference })),
  ];
  const toShares = shares.map((share) =>
    column(`Fetches to ${percent(share)}`, ({ stepsTo }) => {
      const median = stepsTo.find((one) => one.share === share)?.median ?? null;
      return median === null ? 'never' : count(median);
    }),
  );
  return (
    <div class="experiment">
      <Table name="Figures by policy" rows={rows} idOf={({ name }) => name} columns={[...COLUMNS, ...toShares]} />
    </div>
  );
}
