/** The part of this module without the framework. */
export { END, endThread } from './end-thread.js';
export { loadFirstInThreads } from './loaded-first.js';
