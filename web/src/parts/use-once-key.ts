import { useMemo, useState } from 'preact/hooks';

/** A key under which the service makes something once. */
export interface OnceKey {
  readonly key: string;
  /** It was made: the next one is another one. */
  readonly renew: () => void;
}

/**
 * Returns the same idempotency key for the same input, so that a retry creates nothing twice. Changed input gets
 * another key.
 */
export function useOnceKey(input: unknown): OnceKey {
  const [round, setRound] = useState(0);
  const key = useMemo(() => crypto.randomUUID(), [JSON.stringify(input), round]);
  return { key, renew: () => setRound((before) => before + 1) };
}
