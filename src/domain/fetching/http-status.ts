/** Facts that follow from the status of a failed response. */

/** Too Many Requests, and the numbers that Shopify and some others have for it. */
const TOO_MANY_REQUESTS: readonly number[] = [429, 430, 420];
/** Service Unavailable, and the number of some hosters for an overloaded site. */
const SERVICE_UNAVAILABLE: readonly number[] = [503, 529];
/** Request Timeout, Too Early. */
const PASSING_4XX: readonly number[] = [408, 425];
/** Not Implemented, Version Not Supported. */
const LASTING_5XX: readonly number[] = [501, 505];

export const isTooMany = (status: number): boolean => TOO_MANY_REQUESTS.includes(status);

/** Numbers beyond, such as LinkedIn's 999, are no errors of the server. */
const isServerError = (status: number): boolean => status >= 500 && status < 600;

/** Whether a refused request may succeed later. */
export const isPassingStatus = (status: number): boolean =>
  PASSING_4XX.includes(status) || isTooMany(status) || (isServerError(status) && !LASTING_5XX.includes(status));

/** Whether the server is in trouble, rather than the URL being wrong. */
export const isHostTrouble = (status: number): boolean => isServerError(status) || isTooMany(status);

/** Whether the server asks for fewer requests. */
export const isThrottling = (status: number | null): boolean =>
  status !== null && (isTooMany(status) || SERVICE_UNAVAILABLE.includes(status));

/** The effect of a response on its host's pace. */
export function paceOfStatus(status: number): 'throttled' | 'overloaded' | 'error' | 'fine' {
  if (isTooMany(status)) return 'throttled';
  if (SERVICE_UNAVAILABLE.includes(status)) return 'overloaded';
  return isServerError(status) ? 'error' : 'fine';
}
