export { SessionStreamsModule } from './session-streams.module.js';
