import { setTimeout as sleep } from 'node:timers/promises';
import { Rhythm } from './rhythm.js';

const INTERVAL_MS = 20;

describe('a rhythm', () => {
  it('does what comes after a pause at once, and all that follows within the interval together', async () => {
    let beats = 0;
    const rhythm = new Rhythm(INTERVAL_MS, () => beats++);
    rhythm.due();
    expect(beats).toBe(1);
    for (let no = 0; no < 5; no++) rhythm.due();
    expect(beats).toBe(1);
    while (beats < 2) await sleep(1);
    await sleep(3 * INTERVAL_MS);
    expect(beats).toBe(2);
    rhythm.due();
    expect(beats).toBe(3);
    rhythm.stop();
  });

  it('can be called out of turn, and stopped', async () => {
    let beats = 0;
    const rhythm = new Rhythm(INTERVAL_MS, () => beats++);
    rhythm.now();
    rhythm.due();
    rhythm.now();
    expect(beats).toBe(2);
    rhythm.due();
    rhythm.stop();
    await sleep(3 * INTERVAL_MS);
    expect(beats).toBe(2);
  });
});
