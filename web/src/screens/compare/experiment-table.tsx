import type { JSX } from 'preact';
import { count, decimal, duration, percent } from '../../parts/words.js';
import { intervalInWords, signed } from './measures.js';
import type { Budget, Measured } from './queries.js';
import './compare.css';

const HEADINGS = ['Runs', 'Harvest rate', 'Relevant pages', 'Relevant domains', 'Area', 'Recall', 'Simulated time'];
/** Columns in which a reference has figures: all but recall and time. */
const OF_REFERENCES = 5;

interface CellProps {
  readonly measure: Measured | null;
  readonly say: (value: number) => string;
  /** How much more it is than that of the first policy; null of the first one itself. */
  readonly more?: Measured | null;
}

/** A mean over runs, and below it its interval, and the difference from the first policy, where there are any. */
function Cell({ measure, say, more = null }: CellProps): JSX.Element {
  const interval = measure && intervalInWords(measure, say);
  const difference = signed(say);
  const around = more && intervalInWords(more, difference);
  return (
    <td class="number">
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
            <strong>{difference(more.mean)}</strong> on the first
            {around && ` (${around})`}
          </small>
        </>
      )}
    </td>
  );
}

/** Figures of each policy: means over runs with their 95% intervals. */
export function ExperimentTable({ budget }: { readonly budget: Budget }): JSX.Element {
  const shares = budget.policies[0]?.stepsTo.map(({ share }) => share) ?? [];
  return (
    <div class="scroll" role="region" aria-label="Figures by policy" tabIndex={0}>
      <table class="experiment">
        <thead>
          <tr>
            <th scope="col">Policy</th>
            {HEADINGS.map((name) => (
              <th key={name} scope="col" class="number">
                {name}
              </th>
            ))}
            {shares.map((share) => (
              <th key={share} scope="col" class="number">
                Fetches to {percent(share)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {budget.policies.map((policy) => (
            <tr key={policy.name}>
              <th scope="row">{policy.name}</th>
              <td class="number">{policy.runs}</td>
              <Cell measure={policy.harvestRate} say={percent} />
              <Cell measure={policy.relevant} say={decimal} more={policy.against?.relevant ?? null} />
              <Cell measure={policy.domains} say={decimal} more={policy.against?.domains ?? null} />
              <Cell measure={policy.area} say={percent} />
              <Cell measure={policy.recall} say={percent} />
              <Cell measure={policy.simulatedSeconds} say={duration} />
              {policy.stepsTo.map(({ share, median }) => (
                <td key={share} class="number">
                  {median === null ? 'never' : count(median)}
                </td>
              ))}
            </tr>
          ))}
          {budget.references.map((reference) => (
            <tr key={reference.name}>
              <th scope="row">{reference.name}</th>
              <td class="number">–</td>
              <td class="number">{percent(reference.harvestRate)}</td>
              <td class="number">{count(reference.relevant)}</td>
              <td class="number">{count(reference.domains)}</td>
              <td class="number">{percent(reference.area)}</td>
              {[...HEADINGS.slice(OF_REFERENCES), ...shares].map((name) => (
                <td key={name} class="number">
                  –
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
