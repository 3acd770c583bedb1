import { PassThrough } from 'node:stream';
import type { Session } from '#client';
import { createScreen } from './screen.js';
import { withTerminal } from './terminal.js';

/** Lines of progress over sessions that made these numbers of fetches, every second of them failed. */
function progressOf(total: number | undefined, fetches: readonly number[]): string[] {
  const [out, err, input] = [new PassThrough(), new PassThrough(), new PassThrough()];
  withTerminal({ out, err, input }, () => {
    const progress = createScreen().progress('ache', total);
    for (const done of fetches)
      progress.update({
        fetched: Math.ceil(done / 2),
        failed: Math.floor(done / 2),
        ...{ harvestRate: 0.5, harvestEstimate: null, relevantDomainCount: 3 },
      } as Session);
    progress.end();
  });
  return ((err.read() as Buffer | null)?.toString() ?? '').trimEnd().split('\n');
}

describe('progress without a terminal', () => {
  it('counts fetches, failed ones included, a line for each tenth', () => {
    expect(progressOf(40, [1, 3, 4, 5, 7, 8, 39, 40])).toEqual(
      [4, 8, 39, 40].map((done) => `ache: ${done} of 40 fetches, 50.0% relevant, - now, 3 relevant domains`),
    );
  });

  it('goes on without a limit of fetches, with ever fewer lines', () => {
    const fetches = Array.from({ length: 10_000 }, (_, i) => i);
    const lines = progressOf(undefined, fetches);
    expect(lines.slice(0, 3)).toEqual(
      [10, 15, 23].map((done) => `ache: ${done} fetches, 50.0% relevant, - now, 3 relevant domains`),
    );
    expect(lines).toHaveLength(17);
  });
});
