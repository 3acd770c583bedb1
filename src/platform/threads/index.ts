export { END, endThread } from './end-thread.js';
export { runApart, runInThread, ThreadMemoryError, type ThreadTask } from './run-in-thread.js';
