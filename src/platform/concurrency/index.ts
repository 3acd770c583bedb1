export { Semaphore } from './semaphore.js';
export { WakeUp } from './wake-up.js';
