export { openSyntheticWeb, SYNTHETIC_EPOCH } from './synthetic-responses.js';
export { runSyntheticWeb } from './synthetic-command.js';
