import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StepLog } from './step-log.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-steps-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('writes a line for each step as they come, and the rest at the end', () => {
  const file = join(folder, 'steps.jsonl');
  const log = new StepLog(file);
  const steps = Array.from({ length: 2_000 }, (_, step) => ({ step, url: `http://a.example/ä/${'x'.repeat(50)}` }));
  for (const step of steps) log.add(step);
  const before = readFileSync(file, 'utf8').split('\n').length;
  expect(before).toBeGreaterThan(1_000);
  expect(before).toBeLessThan(2_000);
  log.close();
  const lines = readFileSync(file, 'utf8').split('\n');
  expect(lines.pop()).toBe('');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(steps);
});
