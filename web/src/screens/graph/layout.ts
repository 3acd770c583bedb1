/** Initial positions of pages, derived from the graph alone: the same graph is drawn the same each time. */

export interface Placed {
  readonly step: number;
  readonly x: number;
  readonly y: number;
}

/** Pages on circles, one for each distance from the seed, in order of their steps. */
export function onCircles(nodes: readonly { readonly step: number; readonly depth: number }[]): Placed[] {
  const circles = new Map<number, number[]>();
  for (const { step, depth } of [...nodes].sort((a, b) => a.step - b.step))
    circles.set(depth, [...(circles.get(depth) ?? []), step]);
  const least = Math.min(...circles.keys());
  return [...circles].flatMap(([depth, steps]) =>
    steps.map((step, i) => {
      // Turned a little on each circle, so that no two pages stand on one ray from the middle.
      const angle = (2 * Math.PI * i) / steps.length + depth;
      const radius = depth - least + (steps.length > 1 ? 1 : 0);
      return { step, x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
    }),
  );
}

/**
 * The next page for an arrow key: left and right by order of choice, up to the page that led here, down to the first
 * page reached from it.
 */
export function stepAfter(
  key: string,
  at: number | null,
  nodes: readonly { readonly step: number }[],
  edges: readonly { readonly sourceStep: number; readonly targetStep: number; readonly followed: boolean }[],
): number | null {
  const steps = nodes.map(({ step }) => step).sort((a, b) => a - b);
  if (at === null) return steps[0] ?? null;
  const place = steps.indexOf(at);
  const followed = edges.filter((edge) => edge.followed);
  switch (key) {
    case 'ArrowRight':
      return steps[place + 1] ?? at;
    case 'ArrowLeft':
      return steps[Math.max(0, place - 1)] ?? at;
    case 'ArrowUp':
      return followed.find(({ targetStep }) => targetStep === at)?.sourceStep ?? at;
    case 'ArrowDown':
      return followed.find(({ sourceStep }) => sourceStep === at)?.targetStep ?? at;
    case 'Home':
      return steps[0] ?? at;
    case 'End':
      return steps.at(-1) ?? at;
    default:
      return null;
  }
}
