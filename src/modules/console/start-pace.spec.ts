import { sessionSettingsSchema } from '../../domain/session/index.js';
import { paceOf, USUAL_PACE } from '../../../web/src/screens/start/draft.js';

it('the console starts sessions at the pace that is usual', () => {
  const { concurrency, hostDelayMs, eagerness } = sessionSettingsSchema.parse({});
  expect(paceOf(USUAL_PACE)).toEqual({ concurrency, hostDelayMs, eagerness });
});
