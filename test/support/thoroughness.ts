/**
 * Whether this is the long run (`npm run test:long`), which repeats the suites of its project `thorough` with all their
 * cases. The daily run has some of each kind: see jest.long.config.mjs.
 */
export const isThorough = (globalThis as { IS_THOROUGH?: boolean }).IS_THOROUGH === true;

/** All cases in the long run, a few in the daily one. */
export const someOf = <T>(all: readonly T[], daily: (one: T) => boolean): T[] =>
  isThorough ? [...all] : all.filter(daily);

/** Runs of a property in fast-check: all in the long run, a tenth in the daily one. */
export const runsOf = (all: number): { readonly numRuns: number } => ({
  numRuns: isThorough ? all : Math.ceil(all / 10),
});

/** A test of the long run only: it is slow, and the daily run has a cheaper one of its kind. */
export const testThoroughly = (name: string, run: () => void | Promise<void>, timeoutMs?: number): void => {
  if (isThorough) test(name, async () => void (await run()), timeoutMs);
};

/** A group of tests of the long run only. */
export const describeThoroughly = (name: string, define: () => void): void => {
  if (isThorough) describe(name, define);
};
