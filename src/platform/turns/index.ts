export { Turns } from './turns.js';
export { WakeUp } from './wake-up.js';
