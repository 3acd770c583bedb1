/** The part of this module without the framework, for the thread that reads PDFs. */
export { END, endThread } from './end-thread.js';
