import { z } from 'zod';

/** Letters that can stand in the JSON of a setting without quoting. */
export const SECRET_NAME = /^[A-Za-z0-9_.-]{1,64}$/;
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
    // The settings of a model can be read by all who use the API.
    if (username !== '' || password !== '')
      return complain('no user name or password in the URL: name a secret in authorization');
    if (hash !== '') complain('no fragment in the URL: it would not be sent');
  });

export const ANCHOR_MODELS = ['auto', 'keyword-vectors', 'short-texts'] as const;

/** Settings of a classifier at a URL. */
export const httpConfigSchema = z.strictObject({
  url: urlSchema.describe(
    'Where the classifier answers. Sent: POST {"documents": [{"id", "url", "title", "description", "text"}]}. Expected: {"scores": [0.93, ...]}, one probability ' +
      'in [0, 1] for each document in their order, or {"results": [{"id", "score"}]} in any order. Everybody who may read the model sees the URL: no secrets in it.',
  ),
  authorization: z
    .strictObject({
      secret: z
        .string()
        .regex(SECRET_NAME, 'a name of letters, digits, "_", "." and "-"')
        .describe('Its name, never the secret itself.'),
    })
    .optional()
    .describe(
      "The operator's secret that is sent along: one of CLASSIFIER_SECRETS, which names the origin it may be sent to.",
    ),
  threshold: z.number().min(0).max(1).default(0.5).describe('Scores at or above it count as relevant.'),
  batchSize: z.int().min(1).max(256).default(16).describe('Documents sent together, at most.'),
  maxWaitMs: z
    .int()
    .min(0)
    .max(5_000)
    .default(10)
    .describe('How long a document waits for others before a batch goes out that is not full, ms.'),
  concurrency: z.int().min(1).max(16).default(4).describe('Requests under way at once from one process.'),
  timeoutMs: z.int().min(100).max(300_000).default(10_000).describe('Whole time of one request, ms.'),
  retries: z
    .int()
    .min(0)
    .max(10)
    .default(3)
    .describe(
      'Further attempts after no answer, 408, 425, 429, 5xx or an answer that cannot be read, after random waits that double; a Retry-After of up to a minute is heeded.',
    ),
  maxOutageMs: z
    .int()
    .min(0)
    .max(24 * HOUR_MS)
    .default(HOUR_MS / 4)
    .describe('How long a session waits for a classifier that is down, ms; then it fails, and can be resumed.'),
  maxChars: z.int().min(100).max(200_000).default(20_000).describe("Characters of a page's text that are sent."),
  anchors: z
    .enum(ANCHOR_MODELS)
    .default('auto')
    .describe(
      'What judges anchors, which are never sent: keyword-vectors from the keywords, short-texts from titles and URLs of the examples, or whichever orders held-out ones better.',
    ),
  measureOn: z
    .int()
    .min(0)
    .max(10_000)
    .default(400)
    .describe('Examples of the topic that the classifier is asked about to be measured, at most.'),
});
export type HttpConfig = z.infer<typeof httpConfigSchema>;

/** The classifier's address without its query, which may tell what messages should not. */
export function addressOf({ url }: Pick<HttpConfig, 'url'>): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
