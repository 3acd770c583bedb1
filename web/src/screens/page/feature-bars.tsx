import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Bar } from '../../parts/bar.js';
import { short, spoken } from './why-words.js';

export interface Feature {
  readonly name: string;
  readonly value: number;
}

/** Bars that are shown at first. */
const FIRST = 12;

/** The features of a link: each with a bar and its number, the largest first. */
export function FeatureBars({ features }: { readonly features: readonly Feature[] }): JSX.Element {
  const [isAll, setAll] = useState(false);
  const inOrder = [...features].sort((a, b) => Math.abs(b.value) - Math.abs(a.value) || a.name.localeCompare(b.name));
  const largest = Math.abs(inOrder[0]?.value ?? 0) || 1;
  const isSigned = inOrder.some(({ value }) => value < 0);
  const shown = isAll ? inOrder : inOrder.slice(0, FIRST);
  return (
    <>
      <div class="scroll" role="region" aria-label="Features of the link" tabIndex={0}>
        <table class="features">
          <thead>
            <tr>
              <th scope="col">Feature</th>
              <th scope="col" class="number">
                Value
              </th>
              <th scope="col">
                <span class="hidden">Bar</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, value }) => (
              <tr key={name}>
                <th scope="row" title={name}>
                  {spoken(name)}
                </th>
                <td class="number">{short(value)}</td>
                <td>
                  <Bar value={value} largest={largest} isSigned={isSigned} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {features.length > FIRST && (
        <button type="button" onClick={() => setAll(!isAll)}>
          {isAll ? `Show the ${FIRST} largest` : `Show all ${features.length} features`}
        </button>
      )}
    </>
  );
}
