import type { JSX } from 'preact';
import { Link } from '../router.js';
import { pathTo } from '../routes.js';

const PARTS = [
  ['experiments', 'Experiments'],
  ['compare', 'Sessions side by side'],
  ['spiders', 'Spiders'],
] as const;

/** The screens for trying out policies. */
export const LabParts = ({ here }: { readonly here: (typeof PARTS)[number][0] }): JSX.Element => (
  <nav class="parts" aria-label="Compare">
    {PARTS.map(([screen, text]) => (
      <Link key={screen} to={pathTo(screen)} aria-current={screen === here ? 'page' : undefined}>
        {text}
      </Link>
    ))}
  </nav>
);
