import { CloseCode, createClient } from 'graphql-ws';
import { chosenProject } from './project.js';

/** Longest wait before another attempt to open the connection. */
const MOST_WAIT_MS = 10_000;
/** Interval of pings. A connection without an answer by then is closed and opened again. */
const PING_MS = 10_000;

const FORBIDDEN: number = CloseCode.Forbidden;
const NORMAL = 1_000;

/** The service takes no call without a key, or not this one. */
export const isRefusal = (trouble: unknown): boolean => trouble instanceof CloseEvent && trouble.code === FORBIDDEN;

const watchers = new Set<(isAway: boolean) => void>();
let isAway = false;

function setAway(next: boolean): void {
  if (next === isAway) return;
  isAway = next;
  for (const watcher of watchers) watcher(next);
}

/** Says when the connection breaks off, and when it is back. @returns what ends it */
export function watchConnection(watcher: (isAway: boolean) => void): () => void {
  watchers.add(watcher);
  watcher(isAway);
  return () => {
    watchers.delete(watcher);
    // Without a subscription no connection is missed.
    if (watchers.size === 0) isAway = false;
  };
}

// The next message shows that the service is there after all: it may be on this machine.
addEventListener('offline', () => setAway(watchers.size > 0));

/** Waits twice as long after each failed attempt, and no longer once the network is back. */
const wait = (attempt: number): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    // All consoles lose a service at once: they come back one after another.
    const timer = setTimeout(done, Math.min(MOST_WAIT_MS, 1_000 * 2 ** attempt) * (0.5 + Math.random() / 2));
    addEventListener('online', done);
  });

let unanswered: ReturnType<typeof setTimeout> | undefined;

/**
 * Opened with the first subscription, and closed with the last. The cookie comes with it, as with every call of the
 * page.
 */
export const socket = createClient({
  url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`,
  connectionParams: () => {
    const project = chosenProject();
    return project === null ? {} : { project };
  },
  keepAlive: PING_MS,
  // A screen stays open for longer than any restart takes.
  retryAttempts: Infinity,
  retryWait: wait,
  shouldRetry: (trouble) => !isRefusal(trouble),
  on: {
    connected: () => setAway(false),
    message: () => setAway(false),
    ping: (isReceived) => {
      if (!isReceived) unanswered = setTimeout(() => socket.terminate(), PING_MS);
    },
    pong: (isReceived) => {
      if (isReceived) clearTimeout(unanswered);
    },
    closed: (event) => {
      clearTimeout(unanswered);
      setAway(!(event instanceof CloseEvent && event.code === NORMAL));
    },
  },
});
