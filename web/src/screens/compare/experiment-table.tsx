import type { JSX } from 'preact';
import { count, decimal, percent } from '../../parts/words.js';
import { intervalInWords, signed } from './measures.js';
import type { Budget, Measured } from './queries.js';
import './compare.css';

const HEADINGS = [
  'Runs',
  'Harvest rate',
  'Relevant pages',
  'Relevant domains',
  'Area',
  'Recall',
  'Pages more than the first',
  'Domains more than the first',
];

interface CellProps {
  readonly measure: Measured | null;
  readonly say: (value: number) => string;
}

/** A mean over runs, and below it its interval, where there is one. */
function Cell({ measure, say }: CellProps): JSX.Element {
  const interval = measure && intervalInWords(measure, say);
  return (
    <td class="number">
      {measure ? say(measure.mean) : '–'}
      {interval && (
        <>
          {' '}
          <small>{interval}</small>
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
              <Cell measure={policy.relevant} say={decimal} />
              <Cell measure={policy.domains} say={decimal} />
              <Cell measure={policy.area} say={percent} />
              <Cell measure={policy.recall} say={percent} />
              <Cell measure={policy.against?.relevant ?? null} say={signed(decimal)} />
              <Cell measure={policy.against?.domains ?? null} say={signed(decimal)} />
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
              {[...HEADINGS.slice(5), ...shares].map((name) => (
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
