import { Registry } from 'prom-client';
import { databaseGauge } from './database-gauge.js';

test.each([
  ['without a label', undefined, 3, 'gauge 3'],
  ['with a label', 'state', { IN_USE: 3 }, 'gauge{state="in-use"} 3'],
])('a gauge %s is absent while the database is away, and then back', async (_, label, value, series) => {
  const registry = new Registry();
  let isAway = false;
  const read = () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(value));
  databaseGauge(registry, { name: 'gauge', help: 'Help', label, read });
  const lines = async () => (await registry.metrics()).split('\n').filter((line) => /^gauge\b/.test(line));
  expect(await lines()).toEqual([series]);
  isAway = true;
  expect(await lines()).toEqual([]);
  isAway = false;
  expect(await lines()).toEqual([series]);
});
