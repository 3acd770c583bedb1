export { createSyntheticWeb, type SyntheticWeb } from './synthetic-web.js';
export {
  describeSettings,
  parseSyntheticSettings,
  SyntheticSettingsError,
  type SyntheticSettings,
} from './settings.js';
export { rewiredTwin } from './rewire.js';
export { createChangingWeb } from './changing-web.js';
export { DAY_SECONDS } from './bursts.js';
