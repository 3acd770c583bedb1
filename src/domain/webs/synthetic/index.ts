export { createSyntheticWeb, type SyntheticWeb } from './synthetic-web.js';
export {
  describeSettings,
  parseSyntheticSettings,
  SyntheticSettingsError,
  syntheticSettingsSchema,
  type SyntheticSettings,
} from './settings.js';
export { rewiredTwin } from './rewire.js';
export { RELEVANT_TOPIC, type Sites } from './sites.js';
export { createChangingWeb, type ChangingWeb, type PageState } from './changing-web.js';
export { type Burst, DAY_SECONDS } from './bursts.js';
