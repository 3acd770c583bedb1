import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { short, spoken } from './why-words.js';

export interface Feature {
  readonly name: string;
  readonly value: number;
}

/** Bars that are shown at first. */
const FIRST = 12;
/** A bar is drawn in a picture of this width, with zero in the middle where there are negative values. */
const WIDTH = 100;

/** The features of a link: each with a bar and its number, the largest first. */
export function FeatureBars({ features }: { readonly features: readonly Feature[] }): JSX.Element {
  const [isAll, setAll] = useState(false);
  const inOrder = [...features].sort((a, b) => Math.abs(b.value) - Math.abs(a.value) || a.name.localeCompare(b.name));
  const largest = Math.abs(inOrder[0]?.value ?? 0) || 1;
  const zero = inOrder.some(({ value }) => value < 0) ? WIDTH / 2 : 0;
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
            {shown.map(({ name, value }) => {
              const length = (Math.abs(value) / largest) * (WIDTH - zero);
              return (
                <tr key={name}>
                  <th scope="row" title={name}>
                    {spoken(name)}
                  </th>
                  <td class="number">{short(value)}</td>
                  <td>
                    <svg viewBox={`0 0 ${WIDTH} 10`} preserveAspectRatio="none" aria-hidden="true">
                      <rect
                        class={value < 0 ? 'negative' : 'positive'}
                        x={value < 0 ? zero - length : zero}
                        y="1"
                        width={length}
                        height="8"
                      />
                      {zero > 0 && <line x1={zero} x2={zero} y1="0" y2="10" />}
                    </svg>
                  </td>
                </tr>
              );
            })}
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
