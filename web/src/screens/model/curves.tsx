import type { JSX } from 'preact';
import { SharePlot } from '../../parts/share-plot.js';
import { Table } from '../../parts/table.js';
import { count, percent } from '../../parts/words.js';
import type { Report } from './queries.js';
import { SCALINGS } from './words.js';

const TENTHS = [0, 0.2, 0.4, 0.6, 0.8, 1].map((x) => ({ x, text: `${x * 100}%` }));

/** Calibration: pages with a probability of 70% should be relevant in 70% of the cases. */
export function Calibration({
  report: { calibrationCurve, calibration },
}: {
  readonly report: Report;
}): JSX.Element | null {
  const bins = calibrationCurve ?? [];
  const points = bins.flatMap(({ meanProbability: x, shareRelevant: y }) => (x === null || y === null ? [] : { x, y }));
  if (points.length === 0) return null;
  return (
    <section aria-labelledby="calibration-heading">
      <h2 id="calibration-heading">Calibration</h2>
      <p class="note">
        Of the pages with a probability of 70%, 70% should be relevant. Points below the diagonal: the model is too
        sure. {calibration !== null && `Scores became probabilities by ${SCALINGS[calibration] ?? calibration}.`}
      </p>
      <SharePlot
        name="Reliability: share of relevant documents over the probability. The table below has the numbers."
        across="Probability"
        up="Share relevant"
        ticks={TENTHS}
        lines={[
          {
            name: 'as it should be',
            look: 'reference',
            points: [
              { x: 0, y: 0 },
              { x: 1, y: 1 },
            ],
          },
          { name: 'the model', look: 'first', points },
        ]}
      />
      <details>
        <summary>Calibration as a table</summary>
        <Table
          name="Calibration"
          rows={bins}
          idOf={({ from }) => String(from)}
          columns={[
            { head: 'Probability from', cell: ({ from }) => percent(from) },
            { head: 'Documents', isNumber: true, cell: (bin) => count(bin.count) },
            { head: 'Mean probability', isNumber: true, cell: ({ meanProbability }) => percent(meanProbability) },
            { head: 'Share relevant', isNumber: true, cell: ({ shareRelevant }) => percent(shareRelevant) },
          ]}
        />
      </details>
    </section>
  );
}

/** Quality by number of examples: it shows whether more examples may help. */
export function LearningCurve({ report: { learningCurve } }: { readonly report: Report }): JSX.Element | null {
  const curve = learningCurve ?? [];
  if (curve.length < 2) return null;
  const at = (examples: number): number => Math.log10(Math.max(1, examples));
  return (
    <section aria-labelledby="learning-heading">
      <h2 id="learning-heading">Learning curve</h2>
      <p class="note">While it still rises at its end, more labels help.</p>
      <SharePlot
        name="Quality over the number of examples. The table below has the numbers."
        across="Examples"
        up="Quality"
        ticks={curve.map(({ examples }) => ({ x: at(examples), text: count(examples) }))}
        lines={[
          {
            ...{ name: 'average precision', look: 'first' },
            points: curve.map(({ examples, averagePrecision }) => ({ x: at(examples), y: averagePrecision })),
          },
          {
            ...{ name: 'F1 at the best threshold', look: 'second' },
            points: curve.map(({ examples, bestF1 }) => ({ x: at(examples), y: bestF1 })),
          },
        ]}
      />
      <details>
        <summary>Learning curve as a table</summary>
        <Table
          name="Learning curve"
          rows={curve}
          idOf={({ examples }) => String(examples)}
          columns={[
            { head: 'Examples', cell: ({ examples }) => count(examples) },
            { head: 'Average precision', isNumber: true, cell: ({ averagePrecision }) => percent(averagePrecision) },
            { head: 'F1 at the best threshold', isNumber: true, cell: ({ bestF1 }) => percent(bestF1) },
          ]}
        />
      </details>
    </section>
  );
}
