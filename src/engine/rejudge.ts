import { anySignal } from 'any-signal';
import {
  isRemoteJudge,
  judged,
  judgedLater,
  type Judge,
  type RemoteJudge,
  type SessionConfig,
  type StepFacts,
} from '../domain/session/index.js';
import type { CrawlStore, LoggedStep } from './crawl-store.js';

/** Most steps whose verdicts are awaited at a time; the next constant bounds the characters of their pages. */
const MOST_AHEAD = 512;
const MOST_CHARS_AHEAD = 16_000_000;

/**
 * The steps of a log with another judge's verdicts, in order. A remote judge is asked about a window of steps ahead, so
 * that it gets full batches; the window and the length of its texts bound the memory.
 *
 * @throws the signal's reason, or the judge's ClassifierError
 */
export async function* rejudge(
  steps: AsyncIterable<LoggedStep>,
  config: SessionConfig,
  judge: Judge | RemoteJudge,
  signal: AbortSignal,
): AsyncIterable<StepFacts> {
  if (!isRemoteJudge(judge)) {
    for await (const { facts } of steps) yield judged(facts, config, judge);
    return;
  }
  const most = Math.min(judge.window, MOST_AHEAD);
  const stop = new AbortController();
  const until = anySignal([signal, stop.signal]);
  const ahead: { readonly facts: Promise<StepFacts>; readonly chars: number }[] = [];
  let chars = 0;
  const next = (): Promise<StepFacts> => {
    const [first] = ahead.splice(0, 1);
    chars -= first.chars;
    return first.facts;
  };
  try {
    signal.throwIfAborted();
    for await (const step of steps) {
      const facts = step.refused ? Promise.resolve(step.facts) : judgedLater(step.facts, config, judge, until);
      // Awaited later; until then a rejection must not count as unhandled.
      facts.catch(() => undefined);
      const length = step.facts.page?.text.length ?? 0;
      ahead.push({ facts, chars: length });
      chars += length;
      while (ahead.length >= most || (chars > MOST_CHARS_AHEAD && ahead.length > 0)) yield await next();
    }
    while (ahead.length > 0) yield await next();
  } finally {
    stop.abort();
    until.clear();
  }
}

/**
 * Asks a remote judge about all pages of a log and discards the answers, to fill the judge's cache, so that rejudging
 * does not wait. Does nothing for a local judge.
 *
 * @param onAnswered called with the number of steps so far
 */
export async function askAhead(
  store: Pick<CrawlStore, 'steps'>,
  config: SessionConfig,
  judge: Judge | RemoteJudge,
  signal: AbortSignal,
  onAnswered: (steps: number) => void = () => undefined,
): Promise<void> {
  if (!isRemoteJudge(judge)) return;
  const steps = rejudge(store.steps(0), config, judge, signal)[Symbol.asyncIterator]();
  for (let answered = 1; (await steps.next()).done !== true; answered++) onAnswered(answered);
}
