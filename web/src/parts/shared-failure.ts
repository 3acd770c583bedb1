import { ANSWERS } from '../api/client.js';
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';

interface FailedPart {
  readonly message: string;
  readonly retry: () => void;
  readonly refresh: () => void;
}

/** The failed parts of the screen that can be retried, in the order in which they failed. */
let failedParts: readonly FailedPart[] = [];

function setFailedParts(next: readonly FailedPart[]): void {
  failedParts = next;
  for (const { refresh } of next) refresh();
}

// After an answer of the service, every failed part of the screen is retried.
addEventListener(ANSWERS, () => failedParts.forEach(({ retry }) => retry()));

export interface SharedFailure {
  /** Whether another part of the screen shows the same message. */
  readonly isShownElsewhere: boolean;
  /** Retries all parts that failed with this message. */
  readonly retryAll: () => void;
}

/**
 * Several parts of a screen may fail for one reason: the first of them shows it, and its button retries all of them.
 *
 * @param retry undefined where nothing can be retried: this part then shows its message in any case
 */
export function useSharedFailure(message: string, retry: (() => void) | undefined): SharedFailure {
  const [, refresh] = useReducer((n: number) => n + 1, 0);
  const newest = useRef(retry);
  newest.current = retry;
  const mine = useRef<FailedPart | null>(null);
  const canRetry = retry !== undefined;
  useLayoutEffect(() => {
    if (!canRetry) return;
    const part = { message, retry: () => newest.current?.(), refresh: () => refresh(undefined) };
    mine.current = part;
    setFailedParts([...failedParts, part]);
    return () => setFailedParts(failedParts.filter((one) => one !== part));
  }, [message, canRetry]);
  const first = failedParts.find((one) => one.message === message);
  return {
    isShownElsewhere: canRetry && first !== undefined && first !== mine.current,
    retryAll: () => failedParts.filter((one) => one.message === message).forEach((one) => one.retry()),
  };
}
