import type { JSX } from 'preact';

/**
 * A number with its name, and a word about it; '' where there is none. The last says what the name means, where it is
 * not plain.
 */
export type Figure = readonly [name: string, value: string, more: string, means?: string];

/** Numbers of a screen, each in a box of its own. */
export const Figures = ({ figures }: { readonly figures: readonly Figure[] }): JSX.Element => (
  <dl class="figures">
    {figures.map(([name, value, more, means]) => (
      <div key={name} title={means}>
        <dt>{name}</dt>
        <dd>
          <strong>{value}</strong> {more !== '' && <small>{more}</small>}
        </dd>
      </div>
    ))}
  </dl>
);
