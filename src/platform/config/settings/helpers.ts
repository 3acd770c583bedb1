import { integer, isOrigin, list, ORIGINS, secrets, setting, share, text, url } from '../setting-kinds.js';

/** External services: classifiers, a search engine, a language model for labelling. */
export const helpersSettings = {
  CLASSIFIER_SECRETS: setting(
    secrets(),
    '{}',
    'Secrets that models of kind http may name, as JSON: {"name": {"origin", "value", "header"}}. Each is sent only to its origin. Default of header: authorization',
    true,
  ),
  CLASSIFIER_ORIGINS: setting(
    list()
      .refine((origins) => origins.every(isOrigin), { error: ORIGINS })
      .transform((origins) => origins.map((value) => new URL(value).origin)),
    '',
    'Origins of classifiers that may be called at any address, for example on this machine. Others are subject to CRAWL_ALLOW_PRIVATE_NETWORKS and CRAWL_ALLOWED_PORTS',
  ),
  SEARXNG_URL: setting(
    url(['http:', 'https:'], 'a URL such as http://127.0.0.1:8888'),
    undefined,
    'A SearXNG instance of your own, which suggestions of seeds and policies that search may ask; it may be at any address. Unset: seeds are suggested from stored pages alone, and sessions cannot choose the search engine searxng',
  ),
  LABELLER_URL: setting(
    url(['http:', 'https:'], 'a URL such as http://127.0.0.1:11434/v1'),
    undefined,
    'Endpoint that speaks the OpenAI API (Ollama, vLLM or a paid one) and labels pages; /chat/completions is asked below it. It may be at any address, and texts of pages are sent to it. Unset: there is no labeller',
  ),
  LABELLER_MODEL: setting(
    text('the name of a language model').max(200),
    undefined,
    'Language model that LABELLER_URL is asked for. Its labels carry this name',
  ),
  LABELLER_KEY: setting(
    text('a key').regex(/^[\x21-\x7e]{1,4000}$/, { error: 'a key' }),
    undefined,
    'Key for LABELLER_URL, sent as a bearer token',
    true,
  ),
  LABELLER_CALLS: setting(
    integer(1, 10_000_000),
    '1000',
    'Maximum number of calls to LABELLER_URL for each project on one day (UTC), retries included',
  ),
  LABELLER_MIN_KAPPA: setting(
    share(),
    '0.5',
    "Lower bound of the 95% interval of Cohen's kappa between the labeller and the user from which models may " +
      "learn from the labeller's labels",
  ),
} as const;
