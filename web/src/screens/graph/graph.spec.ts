import { coloursOf, mixed } from './colours.js';
import { onCircles, stepAfter } from './layout.js';

test('pages stand on circles by their distance from the seed, each at a place of its own, the same each time', () => {
  const nodes = Array.from({ length: 40 }, (_, step) => ({ step, depth: 2 + (step % 4) }));
  const placed = onCircles(nodes);
  expect(onCircles([...nodes].reverse())).toEqual(placed);
  expect(new Set(placed.map(({ x, y }) => `${x.toFixed(6)} ${y.toFixed(6)}`)).size).toBe(40);
  const radius = (step: number): number => {
    const at = placed.find((one) => one.step === step);
    return Math.round(Math.hypot(at?.x ?? 0, at?.y ?? 0));
  };
  expect([0, 1, 2, 3].map(radius)).toEqual([1, 2, 3, 4]);
  expect(onCircles([{ step: 7, depth: 9 }]).map(({ x, y }) => Math.hypot(x, y))).toEqual([0]);
});

test('arrow keys go through the pages by order of choice and along the links that were followed', () => {
  const nodes = [{ step: 0 }, { step: 4 }, { step: 9 }];
  const edges = [
    { sourceStep: 0, targetStep: 9, followed: true },
    { sourceStep: 9, targetStep: 4, followed: false },
  ];
  const after = (key: string, at: number | null): number | null => stepAfter(key, at, nodes, edges);
  expect([after('ArrowRight', null), after('ArrowRight', 0), after('ArrowRight', 9)]).toEqual([0, 4, 9]);
  expect([after('ArrowLeft', 9), after('ArrowLeft', 0), after('End', 0), after('Home', 9)]).toEqual([4, 0, 9, 0]);
  expect([after('ArrowUp', 9), after('ArrowUp', 4), after('ArrowDown', 0), after('ArrowDown', 9)]).toEqual([
    0, 4, 9, 9,
  ]);
  expect(after('Enter', 4)).toBeNull();
  expect(stepAfter('ArrowRight', null, [], [])).toBeNull();
});

test('colours tell relevance, or the order of discovery', () => {
  const colour = (name: string): string =>
    ({ leaf: '#00ff00', faint: '#888888', rust: '#ff0000', sky: '#0000ff', sun: '#ffff00' })[name] ?? '';
  const nodes = [
    { step: 3, seq: 2, relevant: true, outcome: 'PAGE' },
    { step: 1, seq: 0, relevant: false, outcome: 'PAGE' },
    { step: 2, seq: 1, relevant: false, outcome: 'TIMEOUT' },
  ];
  expect(Object.fromEntries(coloursOf(nodes, 'relevance', colour))).toEqual({
    1: '#888888',
    2: '#ff0000',
    3: '#00ff00',
  });
  expect(Object.fromEntries(coloursOf(nodes, 'discovery', colour))).toEqual({
    1: '#0000ff',
    2: '#ff0000',
    3: '#ffff00',
  });
  expect(mixed('#000000', '#ff8800', 0.5)).toBe('#804400');
});
