import { createRng } from '../../base/rng.js';
import { hybridSchema, tdSchema, weblogSchema, type ForagersConfig } from './config.js';
import { Fleet } from './fleet.js';
import { PageMemory } from './page-memory.js';

/** A fleet and this number of relevant pages. */
function fleetOf(config: ForagersConfig, pages = 300): { fleet: Fleet; memory: PageMemory } {
  const memory = new PageMemory(config.clusters, 1_000);
  for (let urlNo = 0; urlNo < pages; urlNo++)
    memory.put(urlNo, urlNo, new Float32Array(config.clusters), new Uint32Array(0), true);
  const fleet = new Fleet(config, memory, createRng(1));
  fleet.populate([0, 1, 2, 3]);
  return { fleet, memory };
}
const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

describe('Fleet', () => {
  it('rewards the first that sends a page, and takes a penalty from the next', () => {
    const { fleet } = fleetOf(weblogSchema.parse({}));
    const [a, b] = fleet.foragers;
    expect(fleet.reward(a, [0, 1])).toBe(200);
    expect(fleet.reward(a, [0, 1])).toBe(0);
    expect(fleet.reward(b, [0, 5])).toBe(99);
    expect([a.score, b.score]).toEqual([expect.closeTo(101.9, 9), expect.closeTo(100.9, 9)]);
    expect(fleet.stats()).toMatchObject({ sent: 4, sentRelevant: 3 });
  });

  it('sends a page again once it has changed', () => {
    const { fleet, memory } = fleetOf(weblogSchema.parse({}));
    const [a] = fleet.foragers;
    fleet.reward(a, [7]);
    memory.seenAgain(7, 900, new Uint32Array(0), true);
    expect([fleet.reward(a, [7]), fleet.reward(fleet.foragers[1], [7])]).toEqual([0, -1]);
    memory.seenAgain(8, 900, new Uint32Array(0), false);
    expect(fleet.reward(a, [8])).toBe(0);
    memory.put(7, 901, new Float32Array(50), new Uint32Array(0), true);
    expect(fleet.reward(a, [7])).toBe(100);
  });

  it.each([
    ['forager-weblog', weblogSchema.parse({}), false, 2],
    ['forager-td', tdSchema.parse({}), true, 4],
    ['forager-hybrid', hybridSchema.parse({}), true, 2],
  ])('multiplies %s at 200: weights are copied if they learn, the weblog is halved if there is one', (...row) => {
    const [, config, copied, starts] = row;
    const { fleet } = fleetOf(config);
    const [a] = fleet.foragers;
    fleet.reward(a, upTo(105));
    fleet.manage(a);
    expect(fleet.foragers).toHaveLength(2);
    fleet.reward(a, upTo(106));
    fleet.manage(a);
    const [, , child] = fleet.foragers;
    expect(fleet.foragers).toHaveLength(3);
    expect([a.score, child.score]).toEqual([100, 100]);
    expect([a.weblog.size, child.weblog.size]).toEqual([starts, starts]);
    expect(child.weights.every((weight, i) => weight === a.weights[i])).toBe(copied);
  });

  it('lets foragers die at 0, but two remain', () => {
    const { fleet } = fleetOf(weblogSchema.parse({ sendCost: 60, foundScore: 10, minForagers: 2 }));
    const [a, b] = fleet.foragers;
    b.score = 200;
    fleet.manage(b);
    fleet.reward(a, [0, 1]);
    fleet.manage(a);
    expect(fleet.foragers.map(({ id }) => id)).toEqual([1, 2]);
    fleet.reward(b, [5, 6]);
    fleet.manage(b);
    expect(fleet.foragers).toHaveLength(2);
  });

  it('gives each forager its slice', () => {
    const { fleet } = fleetOf(weblogSchema.parse({ sliceFetches: 3 }));
    const turns = upTo(7).map(() => {
      const [first] = fleet.inTurn();
      fleet.countFetch(first);
      return first.id;
    });
    expect(turns).toEqual([0, 0, 0, 1, 1, 1, 0]);
  });
});
