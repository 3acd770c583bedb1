import type { JSX } from 'preact';
import { Figures as NumberBoxes } from '../../parts/figures.js';
import { Table } from '../../parts/table.js';
import { count, counted, percent } from '../../parts/words.js';
import { intervalsOf } from './interval.js';
import type { Metrics } from './queries.js';
import { figureName, warningInWords } from './words.js';

const MEANINGS = {
  f1: 'Harmonic mean of precision and recall',
  precision: 'Share of relevant documents among those that the model calls relevant',
  recall: 'Share of the relevant documents that the model finds',
  averagePrecision: 'Area under the curve of precision over recall',
  accuracy: 'Share of right decisions',
  fMacro: 'Mean of the F1 of both classes',
  textAveragePrecision: 'On short texts, as links have them',
} as const;

/** Measures of the model in cross-validation, with 95% intervals of those that follow from counts. */
export function Figures({ metrics }: { readonly metrics: Metrics }): JSX.Element {
  const intervals = metrics.confusion ? intervalsOf(metrics.confusion) : null;
  const names = Object.keys(MEANINGS) as (keyof typeof MEANINGS)[];
  return (
    <section aria-labelledby="figures-heading">
      <h2 id="figures-heading">Quality</h2>
      {metrics.warnings.map((warning) => (
        <p key={warning} class="refused">
          {warningInWords(warning)}
        </p>
      ))}
      <NumberBoxes
        figures={[
          ...names.map((name) => {
            const interval = name in (intervals ?? {}) ? intervals?.[name as keyof typeof intervals] : null;
            const range = interval ? `${percent(interval.low)} to ${percent(interval.high)}` : '';
            return [figureName(name), percent(metrics[name]), range, MEANINGS[name]] as const;
          }),
          [
            figureName('brier'),
            metrics.brier === null ? '–' : metrics.brier.toFixed(3),
            '',
            'Mean squared error of the probabilities: 0 is best',
          ],
        ]}
      />
      <p class="note">
        {metrics.folds > 0 ? `Cross-validation in ${metrics.folds} parts` : 'Not measured'}
        {metrics.groupedBySite && ', each site in one of them'}. Training data:{' '}
        {counted(metrics.positives, 'relevant example')} of {counted(metrics.positiveSites, 'site')} and{' '}
        {counted(metrics.negatives, 'irrelevant example')}
        {metrics.otherTopics > 0 && `, ${count(metrics.otherTopics)} examples of other topics`}
        {metrics.background > 0 && `, ${counted(metrics.background, 'general text')}`}
        {metrics.labellerLabels > 0 && `, ${counted(metrics.labellerLabels, 'label')} of the labeller`}. Ranges are 95%
        intervals (Wilson).
      </p>
    </section>
  );
}

/** Right and wrong decisions, counted. */
export function ConfusionTable({ confusion }: { readonly confusion: NonNullable<Metrics['confusion']> }): JSX.Element {
  const rows = [
    { truth: 'Relevant', yes: confusion.truePositives, no: confusion.falseNegatives },
    { truth: 'Not relevant', yes: confusion.falsePositives, no: confusion.trueNegatives },
  ];
  return (
    <section aria-labelledby="confusion-heading">
      <h2 id="confusion-heading">Confusion</h2>
      <Table
        name="Confusion"
        rows={rows}
        idOf={({ truth }) => truth}
        columns={[
          { head: 'By the label', cell: ({ truth }) => truth },
          { head: 'Called relevant', isNumber: true, cell: ({ yes }) => count(yes) },
          { head: 'Called not relevant', isNumber: true, cell: ({ no }) => count(no) },
        ]}
      />
    </section>
  );
}
