import { stillView } from '../../../../test/support/still-view.js';
import { createRng } from '../../base/rng.js';
import { Availability, type FrontierView } from '../../frontier/frontier-view.js';
import { weblogSchema } from './config.js';
import { Fleet } from './fleet.js';
import { Phase, type Forager } from './forager.js';
import { PageMemory } from './page-memory.js';
import { Walk } from './walk.js';

const config = weblogSchema.parse({ clusters: 2, sliceFetches: 5, minForagers: 1, startUrls: 1 });
const { Ready, Busy, Gone } = Availability;

/**
 * A forager on a path from page 0, which links to the pages 1 and 2; these link to 11 and 22. Page 1 has the higher
 * value.
 */
function onThePath(): { forager: Forager; advance: (open: Readonly<Record<number, Availability>>) => void } {
  const memory = new PageMemory(config.clusters, 100);
  for (const [urlNo, value, links] of [
    [0, 0, [1, 2]],
    [1, 0.9, [11]],
    [2, 0.1, [22]],
  ] as const)
    memory.put(urlNo, urlNo, Float32Array.of(value, 0), Uint32Array.from(links), false);
  const fleet = new Fleet(config, memory, createRng(1));
  fleet.populate([0]);
  const [forager] = fleet.foragers;
  forager.weights.set([1, 0]);
  const walk = new Walk(config, memory, fleet, createRng(1), () => false);
  const viewOf = (open: Readonly<Record<number, Availability>>): FrontierView =>
    stillView({ availability: (urlNo) => open[urlNo] ?? Gone });
  forager.begin(0);
  forager.path.push(0);
  forager.rewards.push(0);
  forager.visited.add(0);
  for (const urlNo of [1, 2]) forager.addToFrontier(urlNo, memory.value(urlNo, forager.weights));
  return { forager, advance: (open) => void walk.advance(forager, viewOf(open)) };
}

it('values a start less that is forgotten and cannot be fetched again', () => {
  const { forager, advance } = onThePath();
  forager.weblog.append(9);
  forager.weblog.update([9], [100], 1);
  forager.begin(-1);
  advance({});
  expect(forager.weblog.head(1)).toEqual([{ urlNo: 9, value: 70 }]);
});

describe('the next step of a forager', () => {
  it('is the page of the highest value', () => {
    const { forager, advance } = onThePath();
    advance({ 11: Ready, 22: Ready });
    expect([forager.current, forager.pending]).toEqual([1, [11]]);
  });

  it('is valued by the weights of now, also where weights do not learn', () => {
    const { forager, advance } = onThePath();
    // As when the text classifier is trained: states and weights are others.
    forager.weights.set([-1, 0]);
    advance({ 11: Ready, 22: Ready });
    expect([forager.current, forager.pending]).toEqual([2, [22]]);
  });

  it('is another one while all that this page links to is put off, and this one stays in the frontier', () => {
    const { forager, advance } = onThePath();
    advance({ 11: Busy, 22: Ready });
    expect([forager.current, forager.pending]).toEqual([2, [22]]);
    advance({ 11: Ready });
    expect([forager.current, forager.pending]).toEqual([1, [11]]);
  });

  it('is one that is put off when there is no other: it waits for a slice, and is idle then', () => {
    const { forager, advance } = onThePath();
    advance({ 11: Busy, 22: Busy });
    forager.waited = config.sliceFetches - 1;
    advance({ 11: Busy, 22: Busy });
    expect([forager.phase, forager.current, forager.pending]).toEqual([Phase.Expanding, 1, [11]]);
    forager.waited = config.sliceFetches;
    advance({ 11: Busy, 22: Busy });
    expect([forager.phase, forager.pending, forager.waited]).toEqual([Phase.Idle, [], 0]);
  });

  it('comes after a slice without what is put off, and the path goes on', () => {
    const { forager, advance } = onThePath();
    advance({ 11: Busy, 22: Busy });
    forager.waited = config.sliceFetches;
    advance({ 11: Busy, 22: Ready });
    expect([forager.current, forager.pending, forager.path]).toEqual([2, [22], [0, 1]]);
  });
});
