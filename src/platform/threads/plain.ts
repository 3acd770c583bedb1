/** What of this module needs no framework: the thread that reads PDFs. */
export { END, endThread } from './end-thread.js';
