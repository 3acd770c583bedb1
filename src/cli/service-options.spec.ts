import { afterEach, expect, it } from '@jest/globals';
import { Command } from 'commander';
import { dataOption, serviceAt } from './service-options.js';

const before = process.env['DATA_DIR'];
afterEach(() => {
  if (before === undefined) delete process.env['DATA_DIR'];
  else process.env['DATA_DIR'] = before;
});

it.each([
  ['data', undefined, []],
  ['data', '', []],
  ['/var/lib/gleaner', '/var/lib/gleaner', []],
  ['here', '/var/lib/gleaner', ['--data', 'here']],
])('a started service keeps its data in %s with DATA_DIR %p and options %j', (folder, setting, args) => {
  if (setting === undefined) delete process.env['DATA_DIR'];
  else process.env['DATA_DIR'] = setting;
  const command = dataOption(new Command()).parse(args, { from: 'user' });
  expect(command.opts()['data']).toBe(folder);
});

it('a key that cannot be sent is refused by name, without its text', () => {
  expect(() => serviceAt('http://127.0.0.1:1', { key: 'gl_…' })).toThrow(/^key has characters[^…]*$/);
});
