export {
  openSyntheticWeb,
  SYNTHETIC_EPOCH,
  type SimulatedClock,
  type SyntheticResponses,
} from './synthetic-responses.js';
export { runSyntheticWeb, type SyntheticWebOptions } from './synthetic-command.js';
