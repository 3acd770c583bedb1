import type { CombinedError } from '@urql/core';
import { ERROR_TEXTS } from '../../../src/platform/errors/error-texts.js';

/** Why something did not work, in words, and what to do next. */
export interface Failure {
  readonly message: string;
  /** The allowed alternative, in the words of the service. */
  readonly advice: string;
  /** Name of the input that was refused; null where there is none. */
  readonly field: string | null;
  /** A key is needed, or the one that was given is no longer good. */
  readonly needsKey: boolean;
  /** The key that is there may not do this: what would be needed, in words. */
  readonly keyWanted?: string;
  /** Kind of the object that does not exist (any more), such as `topic`. */
  readonly missing?: string;
  /** The object has changed since it was read. */
  readonly isOutdated?: boolean;
  /** It goes away without a change here: the service does not answer, or asks for a key first. */
  readonly isPassing?: boolean;
}

/** The next step after an error of this code, as docs/errors.md lists it. */
function adviceFor(code: string): string {
  if (!(code in ERROR_TEXTS)) return 'Try again.';
  const texts = ERROR_TEXTS[code as keyof typeof ERROR_TEXTS];
  return `${texts.console ?? texts.help}.`;
}

/** Labels of settings that messages name. */
const SETTINGS: Readonly<Record<string, string>> = { archive: 'Archive', search: 'Search index' };

/** A text of the service as screens say it: without calls of the API, and with the labels of settings. */
const onScreen = (text: string): string =>
  text
    .replace(/ \((?:GET|POST) \/v1[^)]*\)/g, '')
    .replace(/`(archive|search)(?:: (\w+))?`/g, (_, name: string, value?: string) => {
      const label = `“${SETTINGS[name] ?? name}”`;
      return value === undefined || value === 'true' ? label : `${label}: ${value}`;
    });

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** An error as the service describes it: `extensions` of GraphQL, or problem details of REST. */
export function failureFrom(message: string, details: Readonly<Record<string, unknown>>): Failure {
  const code = textOf(details['code']);
  const allowed = textOf(details['allowed']);
  const { kind, id } = (details['details'] ?? {}) as Readonly<Record<string, unknown>>;
  const isGone = UUID.test(textOf(id)) && message === `${textOf(kind)} ${textOf(id)} does not exist`;
  return {
    // These ids say nothing to people, unless they have entered them.
    message: isGone && !details['field'] ? `The ${textOf(kind)} does not exist.` : onScreen(message),
    advice: allowed === '' ? adviceFor(code) : message.includes(allowed) ? '' : `Allowed: ${onScreen(allowed)}.`,
    field: textOf(details['field']) || null,
    needsKey: code === 'UNAUTHENTICATED',
    ...(code === 'NOT_FOUND' && { missing: textOf(kind) }),
    ...(code === 'PRECONDITION_FAILED' && { isOutdated: true }),
    ...((code === 'UNAVAILABLE' || code === 'UNAUTHENTICATED') && { isPassing: true }),
    ...(code === 'FORBIDDEN' && { keyWanted: allowed === '' ? 'a key with a higher scope' : allowed }),
  };
}

export const OFFLINE: Failure = {
  message: 'The service does not answer.',
  advice: 'Check that it runs, then try again.',
  field: null,
  needsKey: false,
  isPassing: true,
};

/** Statuses of a proxy whose service is being started. */
const AWAY: readonly number[] = [502, 503, 504];

/** The failure of a GraphQL call. The first error stands for all. */
export function failureOf({ graphQLErrors: [first], response }: CombinedError): Failure {
  if (first) return failureFrom(first.message, first.extensions ?? {});
  const status = (response as Response | undefined)?.status;
  if (status === 401) return failureFrom('This needs a key.', { code: 'UNAUTHENTICATED' });
  if (status === 429) return failureFrom('More calls in a minute than are allowed.', { code: 'RATE_LIMITED' });
  if (status !== undefined && AWAY.includes(status)) return OFFLINE;
  if (status !== undefined && status >= 400)
    return failureFrom(`The service answered with status ${status}.`, { code: status >= 500 ? 'INTERNAL' : '' });
  return OFFLINE;
}
