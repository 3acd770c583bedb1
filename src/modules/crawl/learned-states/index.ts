export { LearnedStatesModule } from './learned-states.module.js';
