export { runApart, runInThread, ThreadMemoryError, type ThreadTask } from './run-in-thread.js';
