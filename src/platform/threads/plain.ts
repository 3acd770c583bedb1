/** The part of this module without the framework. */
export { END, endThread } from './end-thread.js';

let url: string | null = null;

/** Makes each new thread load a module before its tasks. @param moduleUrl its URL */
export function loadFirstInThreads(moduleUrl: string): void {
  url = moduleUrl;
}

export const loadedFirst = (): string | null => url;
