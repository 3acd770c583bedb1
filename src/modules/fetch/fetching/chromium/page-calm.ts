/**
 * How a page in Chromium reports that it waits for nothing more. Two scripts take part: one in the page's world, which
 * records the callbacks that the page schedules, and one in an isolated world, which watches the DOM and queries the
 * first one by an event with a name unknown to the page.
 *
 * At worst, a page can make itself be read too early, or as late as after its network is idle.
 */

/**
 * A page that waits for an idle network is read after this time without traffic. Later callbacks of the page are not
 * waited for.
 */
export const QUIET_MS = 100;
/** Time without DOM changes. */
const STILL_MS = 25;
/** Number of times the page was idle. */
const IDLE_TURNS = 3;
/** Makes the last of these turns end after that time. */
const PAUSE_MS = 9;
/** Two frames, plus a timer's lateness. */
const FRAMES_MS = 40;
const LATENESS_MS = 8;
/** Longest wait for a page that only forwards: "checking your browser", and a reload after some seconds. */
export const LONGEST_LEAD_MS = 6_000;
const MAX_LEAD_CHARS = 500;
/** More timers than this are a loop. */
const MAX_TIMERS = 1_000;

/**
 * Sources of content whose timing neither the network nor a timer shows. Pages that access them wait for an idle
 * network.
 */
const SLOW_SOURCES = [
  'Worker',
  'SharedWorker',
  'WebSocket',
  'EventSource',
  'RTCPeerConnection',
  'WebAssembly',
  'indexedDB',
  'caches',
  'BroadcastChannel',
];

/** The event that asks whether the page has scheduled a later callback. */
const laterOf = (channel: string): string => `${channel}-later`;

/** The event that asks whether the page has shadow trees that only its scripts reach. */
const closedOf = (channel: string): string => `${channel}-closed`;

/** Runs before the page's scripts. @param channel name of the query event; without an answer the page is not calm */
export const calmAnswer = (channel: string): string => `(() => {
  const now = performance.now.bind(performance);
  const { apply, construct } = Reflect;
  let due = [];
  let isSlow = false;
  let hasClosed = false;
  const note = (ms) => { if (due.length < ${MAX_TIMERS}) due.push(now() + ms); else isSlow = true; };
  const watch = (name, seen) => {
    const original = window[name];
    if (typeof original !== 'function') return;
    window[name] = new Proxy(original, {
      apply(target, self, values) { seen(values); return apply(target, self, values); },
      construct(target, values, made) { seen(values); return construct(target, values, made); },
    });
  };
  const delayOf = (values) => (typeof values[1] === 'number' && values[1] > 0 ? values[1] : 0);
  watch('setTimeout', (values) => note(delayOf(values)));
  watch('setInterval', (values) => { if (delayOf(values) <= ${QUIET_MS}) isSlow = true; else note(delayOf(values)); });
  for (const name of ['requestAnimationFrame', 'requestIdleCallback', 'IntersectionObserver', 'ResizeObserver']) watch(name, () => note(${FRAMES_MS}));
  for (const name of ${JSON.stringify(SLOW_SOURCES)}) {
    const found = Object.getOwnPropertyDescriptor(window, name);
    if (found === undefined || !found.configurable) continue;
    let read = () => ('value' in found ? found.value : apply(found.get, window, []));
    Object.defineProperty(window, name, {
      configurable: true,
      enumerable: found.enumerable,
      get() { isSlow = true; return read(); },
      set(value) { read = () => value; },
    });
  }
  Element.prototype.attachShadow = new Proxy(Element.prototype.attachShadow, {
    apply(target, self, values) {
      const root = apply(target, self, values);
      if (root.mode === 'closed') hasClosed = true;
      return root;
    },
  });
  document.addEventListener(${JSON.stringify(closedOf(channel))}, (event) => {
    if (hasClosed) event.preventDefault();
  });
  document.addEventListener(${JSON.stringify(channel)}, (event) => {
    const at = now();
    due = due.filter((time) => time > at - ${LATENESS_MS});
    if (!isSlow && !due.some((time) => time <= at + ${QUIET_MS})) event.preventDefault();
  });
  document.addEventListener(${JSON.stringify(laterOf(channel))}, (event) => {
    const at = now();
    if (due.some((time) => time > at - ${LATENESS_MS} && time <= at + ${LONGEST_LEAD_MS})) event.preventDefault();
  });
})()`;

/**
 * Evaluates to whether a page with almost no content has set a cookie and scheduled a callback: it checks the browser,
 * and then forwards.
 */
export const leadQuestion = (channel: string): string => `(() => {
  const { body, cookie, links } = document;
  if (cookie === '' || links.length > 0 || body === null || body.innerText.length > ${MAX_LEAD_CHARS}) return false;
  return document.querySelector('meta[http-equiv=refresh i]') !== null || !document.dispatchEvent(new Event(${JSON.stringify(laterOf(channel))}, { cancelable: true }));
})()`;

/** Evaluates to whether the page has attached shadow trees that only its scripts reach. */
export const closedQuestion = (channel: string): string =>
  `!document.dispatchEvent(new Event(${JSON.stringify(closedOf(channel))}, { cancelable: true }))`;

/** Evaluates to whether the page is calm, at the latest after the time for an idle network. */
export const calmQuestion = (channel: string): string => `(async () => {
  const began = performance.now();
  let changedAt = began;
  const seen = new MutationObserver(() => { changedAt = performance.now(); });
  seen.observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: ['href'] });
  try {
    for (let turns = 1; performance.now() - began < ${QUIET_MS}; turns++) {
      await new Promise((resolve) => setTimeout(resolve, ${PAUSE_MS}));
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: ${QUIET_MS} }));
      if (turns < ${IDLE_TURNS} || performance.now() - changedAt < ${STILL_MS}) continue;
      if (!document.dispatchEvent(new Event(${JSON.stringify(channel)}, { cancelable: true }))) return true;
    }
    return false;
  } finally {
    seen.disconnect();
  }
})()`;
