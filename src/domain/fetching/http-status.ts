/** Facts that follow from the status of a failed response. */

const TOO_MANY_REQUESTS = 429;
const SERVICE_UNAVAILABLE = 503;
/** Request Timeout, Too Early, Too Many Requests. */
const PASSING_4XX: readonly number[] = [408, 425, TOO_MANY_REQUESTS];
/** Not Implemented, Version Not Supported. */
const LASTING_5XX: readonly number[] = [501, 505];

/** Whether a refused request may succeed later. */
export const isPassingStatus = (status: number): boolean =>
  PASSING_4XX.includes(status) || (status >= 500 && !LASTING_5XX.includes(status));

/** Whether the server is in trouble, rather than the URL being wrong. */
export const isHostTrouble = (status: number): boolean => status >= 500 || status === TOO_MANY_REQUESTS;

/** Whether the server asks for fewer requests. */
export const isThrottling = (status: number | null): boolean =>
  status === TOO_MANY_REQUESTS || status === SERVICE_UNAVAILABLE;

/** The effect of a response on its host's pace. */
export function paceOfStatus(status: number): 'throttled' | 'overloaded' | 'error' | 'fine' {
  if (status === TOO_MANY_REQUESTS) return 'throttled';
  if (status === SERVICE_UNAVAILABLE) return 'overloaded';
  return status >= 500 ? 'error' : 'fine';
}
