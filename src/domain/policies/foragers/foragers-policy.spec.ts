import { stillView } from '../../../../test/support/still-view.js';
import { createRng } from '../../base/rng.js';
import { NO_SOURCE, type Candidate } from '../../frontier/frontier-view.js';
import { hybridSchema } from './config.js';
import { ForagersPolicy } from './foragers-policy.js';

const link = (urlNo: number): Candidate => ({ urlNo, source: NO_SOURCE }) as Candidate;

it('keeps a page once that a monitoring session offers again and again', () => {
  const config = hybridSchema.parse({ clusters: 4, maxCandidates: 20 });
  const policy = new ForagersPolicy('forager-hybrid', config, { rng: createRng(1) });
  const view = stillView();
  for (let visit = 0; visit < 50; visit++) policy.offer([link(1), link(2), link(3)], view);
  // Full of the same three pages, it was swept; then there is room for others.
  policy.offer(
    Array.from({ length: 10 }, (_, i) => link(10 + i)),
    view,
  );
  expect(policy.size).toBeLessThanOrEqual(20);
  expect(policy.stats()).toMatchObject({ refused: 0 });
});
