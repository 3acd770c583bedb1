import { createScreen } from '../screen.js';
import { experimentOn, type Experimenter, type ExperimentNow } from './what-if.js';

const body = (state: ExperimentNow['state'], finishedRuns = 0): ExperimentNow => ({
  ...{ id: 'e', name: 'cheese', state, notes: [], plannedRuns: 4, finishedRuns },
  error: state === 'failed' ? 'none of the seeds is a page of the web' : null,
});
/** A service that gives these answers about its experiment, one after the other. */
function serviceOf(...answers: ExperimentNow[]): { client: Experimenter; called: string[] } {
  const called: string[] = [];
  const tell = (what: string) => (): Promise<ExperimentNow> => {
    called.push(what);
    return Promise.resolve(answers.length > 1 ? (answers.shift() ?? answers[0]) : answers[0]);
  };
  return {
    client: { whatIf: tell('whatIf'), experiment: tell('experiment'), cancelExperiment: tell('cancel') },
    called,
  };
}
const run = (client: Experimenter, signal?: AbortSignal): Promise<ExperimentNow> =>
  experimentOn(client, 's', { policies: [] }, createScreen(true), signal, 1);

describe('an experiment from the command line', () => {
  it('is waited for', async () => {
    const { client, called } = serviceOf(body('queued'), body('running', 2), body('completed', 4));
    expect(await run(client)).toMatchObject({ state: 'completed' });
    expect(called).toEqual(['whatIf', 'experiment', 'experiment']);
  });

  it('says why it failed', async () => {
    await expect(run(serviceOf(body('running'), body('failed')).client)).rejects.toThrow(/none of the seeds/);
  });

  it('is cancelled with the command', async () => {
    const { client, called } = serviceOf(body('running'));
    await expect(run(client, AbortSignal.timeout(20))).rejects.toThrow();
    expect(called.at(-1)).toBe('cancel');
  });
});
