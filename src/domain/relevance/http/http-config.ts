import { z } from 'zod';

/** Characters that need no quoting in the JSON of a setting. */
const SECRET_NAME = /^[A-Za-z0-9_.-]{1,64}$/;
const MAX_URL_CHARS = 2_000;
const HOUR_MS = 3_600_000;

const urlSchema = z
  .string()
  .max(MAX_URL_CHARS)
  .superRefine((text, context) => {
    const complain = (message: string): void => context.addIssue({ code: 'custom', message });
    if (!URL.canParse(text)) return complain('an absolute URL such as https://classifier.example/score');
    const { protocol, username, password, hash } = new URL(text);
    if (protocol !== 'http:' && protocol !== 'https:') return complain('an http or https URL');
    // All users of the API can read the settings of a model.
    if (username !== '' || password !== '')
      return complain('no user name or password in the URL: name a secret in authorization');
    if (hash !== '') complain('no fragment in the URL: it would not be sent');
  });

const ANCHOR_MODELS = ['auto', 'keyword-vectors', 'short-texts'] as const;

/** Settings of a classifier at a URL. */
export const httpConfigSchema = z.strictObject({
  url: urlSchema.describe(
    'URL of the classifier. Sent: POST {"documents": [{"id", "url", "title", "description", "text"}]}. Expected: {"probabilities": [0.93, ...]}, one ' +
      'number in [0, 1] for each document in the same order, or {"results": [{"id", "probability"}]} in any order. Do not put secrets into the URL: everybody who may read the model sees it.',
  ),
  authorization: z
    .strictObject({
      secret: z
        .string()
        .regex(SECRET_NAME, 'a name of letters, digits, "_", "." and "-"')
        .describe('Name of the secret, never the secret itself.'),
    })
    .optional()
    .describe(
      "The secret that is sent with each request: the name of one of the operator's CLASSIFIER_SECRETS, which also names the origin to which it may be sent.",
    ),
  threshold: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe('Pages with this probability or a higher one count as relevant.'),
  batchSize: z.int().min(1).max(256).default(16).describe('Maximum number of documents in one request.'),
  maxWaitMs: z
    .int()
    .min(0)
    .max(5_000)
    .default(10)
    .describe('How long a document waits for others before a batch is sent that is not full, in ms.'),
  concurrency: z.int().min(1).max(16).default(4).describe('Requests at the same time from one process.'),
  timeoutMs: z.int().min(100).max(300_000).default(10_000).describe('Maximum time of one request, in ms.'),
  retries: z
    .int()
    .min(0)
    .max(10)
    .default(3)
    .describe(
      'Number of further attempts after no answer, 408, 425, 429, 5xx or an answer that cannot be read. The waits between them are random and double each time. A Retry-After of up to a minute is respected.',
    ),
  maxOutageMs: z
    .int()
    .min(0)
    .max(24 * HOUR_MS)
    .default(HOUR_MS / 4)
    .describe(
      'How long a session waits for a classifier that is down, in ms. Then the session fails, and can be resumed.',
    ),
  maxChars: z
    .int()
    .min(100)
    .max(200_000)
    .default(20_000)
    .describe("Maximum number of characters of a page's text that are sent."),
  anchors: z
    .enum(ANCHOR_MODELS)
    .default('auto')
    .describe(
      'The local model that judges anchors. keyword-vectors: made from the keywords; short-texts: learnt from titles and URLs of the examples; auto: the one that orders held-out short texts better.',
    ),
  measureOn: z
    .int()
    .min(0)
    .max(10_000)
    .default(400)
    .describe('Maximum number of examples that are sent to the classifier to measure it.'),
});
export type HttpConfig = z.infer<typeof httpConfigSchema>;

/** The classifier's URL without its query, which may contain data that messages must not show. */
export function addressOf({ url }: Pick<HttpConfig, 'url'>): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
