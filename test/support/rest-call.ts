import { looks } from './looks.js';

/** Calls of a service's REST API by tests that want its answers only. */
export interface RestCalls {
  /**
   * The response's JSON; paths are relative to the version prefix.
   *
   * @throws Error with method, path, status and body if it is a refusal
   */
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** Reads a path until its response satisfies a condition. @throws Error with the last response on timeout */
  until<T>(path: string, isReached: (answer: T) => boolean): Promise<T>;
}

/** @param baseUrl called each time: a suite knows it only after `beforeAll` */
export function restCalls(
  baseUrl: () => string,
  deadlineMs: number,
  headers: Readonly<Record<string, string>> = {},
): RestCalls {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${baseUrl()}/v1${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as T;
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };
  const until = async <T>(path: string, isReached: (answer: T) => boolean): Promise<T> => {
    const deadline = Date.now() + deadlineMs;
    const { pause } = looks();
    for (;;) {
      const answer = await call<T>('GET', path);
      if (isReached(answer)) return answer;
      if (Date.now() > deadline) throw new Error(`${path} stays ${JSON.stringify(answer)}`);
      await pause();
    }
  };
  return { call, until };
}
