import { LeaseLostError } from '../../../../engine/index.js';
import { endByError } from './session-runner.js';

it('leaves a session whose lease was lost to the worker that has it, and fails it on other errors', () => {
  expect(endByError('s', new LeaseLostError())).toEqual({ kind: 'lost' });
  expect(endByError('s', new Error('a bug'))).toMatchObject({ state: 'FAILED', reason: 'ERROR', error: 'a bug' });
});
