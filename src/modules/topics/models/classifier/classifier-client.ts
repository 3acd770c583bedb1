import { isPassingStatus, outcomesWith } from '../../../../domain/fetching/index.js';
import {
  addressOf,
  maxAnswerBytes,
  readAnswer,
  requestBody,
  type HttpConfig,
  type SentDocument,
} from '../../../../domain/relevance/index.js';
import { foldSpace } from '../../../../domain/text/index.js';
import type { AppConfig } from '../../../../platform/config/index.js';
import {
  answeredAt,
  decodeUtf8,
  type GuardedClient,
  type GuardedFailure,
  type GuardedResponse,
  retryAfter,
} from '../../../fetch/fetching/index.js';
import type { SendResult } from './classifier-queue.js';

/** URLs forbidden by the guard or by their own form stay forbidden. */
const FORBIDDEN: readonly GuardedFailure['kind'][] = outcomesWith({ by: 'guard' });
/** Of a refusal's body, for the message. */
const MAX_SHOWN_CHARS = 200;

type Secrets = AppConfig['CLASSIFIER_SECRETS'];

/** Posts one batch to a classifier and reads its answer. Never rejects. */
export async function postBatch(
  client: GuardedClient,
  config: HttpConfig,
  secrets: Secrets,
  documents: readonly SentDocument[],
  signal: AbortSignal,
): Promise<SendResult> {
  const authorization = authorizationOf(config, secrets);
  if (authorization === null) {
    const { origin } = new URL(config.url);
    return refusedAs(
      `this service has no secret ${JSON.stringify(config.authorization?.secret)} for ${origin}: its operator sets CLASSIFIER_SECRETS`,
    );
  }
  const answer = await client.request({
    url: config.url,
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...authorization },
    body: requestBody(documents),
    timeoutMs: config.timeoutMs,
    maxBytes: maxAnswerBytes(documents.length),
    signal,
  });
  if (answer.kind !== 'response') return failureOf(answer);
  if (answer.status < 200 || answer.status > 299) return refusalOf(answer, config, Object.values(authorization));
  if (answer.truncated) return malformedAs('its answer is too long for the number of documents');
  const read = readAnswer(
    decodeUtf8(answer.body),
    documents.map(({ id }) => id),
  );
  return 'probabilities' in read
    ? { kind: 'probabilities', probabilities: read.probabilities }
    : malformedAs(`its answer cannot be used: ${read.problem}`);
}

/**
 * The authorization header, only for the one origin it was given for: naming a secret must not allow anyone to have it
 * sent to themselves. Null without it.
 */
function authorizationOf({ authorization, url }: HttpConfig, secrets: Secrets): Record<string, string> | null {
  if (authorization === undefined) return {};
  const secret = Object.hasOwn(secrets, authorization.secret) ? secrets[authorization.secret] : undefined;
  return secret?.origin === new URL(url).origin ? { [secret.header]: secret.value } : null;
}

const refusedAs = (message: string): SendResult => ({ kind: 'refused', message, retryAfterMs: null });
const malformedAs = (message: string): SendResult => ({ kind: 'malformed', message, retryAfterMs: null });

function failureOf({ kind, message }: GuardedFailure): SendResult {
  if (FORBIDDEN.includes(kind)) return refusedAs(`${kind}: ${message}`);
  return { kind: kind === 'decode' ? 'malformed' : 'unavailable', message: `${kind}: ${message}`, retryAfterMs: null };
}

/** @param secrets must not appear in a message, even if a server echoes them */
function refusalOf(
  { status, headers, body }: GuardedResponse,
  config: HttpConfig,
  secrets: readonly string[],
): SendResult {
  // Statuses about the moment rather than the request.
  if (status >= 500 || isPassingStatus(status)) {
    return {
      kind: 'unavailable',
      message: `HTTP ${status}`,
      retryAfterMs: retryAfter(headers.get('retry-after'), answeredAt({ headers }, Date.now())) ?? null,
    };
  }
  if (status >= 300 && status < 400)
    return refusedAs(`HTTP ${status}: redirects are not followed; is ${addressOf(config)} its address?`);
  const text = secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), decodeUtf8(body));
  const excerpt = foldSpace(text).slice(0, MAX_SHOWN_CHARS);
  return refusedAs(`HTTP ${status}${excerpt === '' ? '' : `: ${excerpt}`}`);
}
