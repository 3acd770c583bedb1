import { z } from 'zod';
import type { DocumentText } from '../../text/document-text.js';

/** Requests to a classifier and its answers. */

/** Real titles and descriptions are shorter. */
const MAX_TITLE_CHARS = 500;
const MAX_DESCRIPTION_CHARS = 2_000;
const MAX_URL_CHARS = 2_000;
/** Room in an answer for other content, and per document: an id, a number of full precision and their names. */
const ANSWER_BYTES = 65_536;
const ANSWER_BYTES_PER_DOCUMENT = 512;

/** A document in a request. */
export interface SentDocument extends DocumentText {
  /** Equal for equal documents only. */
  readonly id: string;
}

/** The sent parts of a document: everything that a verdict can depend on. */
export function contentToSend({ url, title, description, text }: DocumentText, maxChars: number): DocumentText {
  return {
    url: cut(url, MAX_URL_CHARS),
    title: cut(title, MAX_TITLE_CHARS),
    description: cut(description, MAX_DESCRIPTION_CHARS),
    text: cut(text, maxChars),
  };
}

/** Halves of surrogate pairs are not characters: many JSON parsers refuse them. */
const LONE_SURROGATES = /\p{Surrogate}/gu;
const cut = (text: string, chars: number): string =>
  (text.length > chars ? text.slice(0, chars) : text).replace(LONE_SURROGATES, '\ufffd');

export const requestBody = (documents: readonly SentDocument[]): string =>
  JSON.stringify({
    documents: documents.map(({ id, url, title, description, text }) => ({ id, url, title, description, text })),
  });

/** Largest answer about this number of documents, bytes. */
export const maxAnswerBytes = (documents: number): number => ANSWER_BYTES + ANSWER_BYTES_PER_DOCUMENT * documents;

const probability = z.number().min(0).max(1);
const answerSchema = z.union(
  [
    z.object({ probabilities: z.array(probability) }),
    z.object({ results: z.array(z.object({ id: z.string(), probability })) }),
  ],
  { error: 'neither "probabilities" nor "results" as numbers in [0, 1]' },
);

/** A classifier's parsed answer: the probabilities in the order of the documents, or the fault. */
type ReadAnswer = { readonly probabilities: readonly number[] } | { readonly problem: string };

/** @param ids of the documents in the request, in order */
export function readAnswer(body: string, ids: readonly string[]): ReadAnswer {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return { problem: 'it is not JSON' };
  }
  const parsed = answerSchema.safeParse(json);
  if (!parsed.success) return { problem: problemOf(json) };
  if ('probabilities' in parsed.data) {
    const { probabilities } = parsed.data;
    return probabilities.length === ids.length
      ? { probabilities }
      : { problem: `it has ${probabilities.length} probabilities for ${ids.length} documents` };
  }
  const { results } = parsed.data;
  if (results.length !== ids.length) return { problem: `it has ${results.length} results for ${ids.length} documents` };
  const byId = new Map(results.map((result) => [result.id, result.probability]));
  const probabilities: number[] = [];
  for (const id of ids) {
    const found = byId.get(id);
    if (found === undefined) return { problem: `it has no result with the id ${id}` };
    probabilities.push(found);
  }
  return { probabilities };
}

/** Names the invalid number, the most frequent fault. */
function problemOf(json: unknown): string {
  const { probabilities, results } = (typeof json === 'object' && json !== null ? json : {}) as {
    probabilities?: unknown;
    results?: unknown;
  };
  const ofResult = (result: unknown): unknown => (result as { probability?: unknown } | null)?.probability;
  const list = Array.isArray(probabilities) ? probabilities : Array.isArray(results) ? results.map(ofResult) : null;
  if (list === null) return 'it has neither "probabilities" nor "results"';
  const wrong = list.findIndex((value) => !probability.safeParse(value).success);
  if (wrong === -1) return 'its results lack ids';
  return `probability ${wrong} is ${shown(list[wrong])}, not a number in [0, 1]`;
}

const MAX_SHOWN_CHARS = 40;
const shown = (value: unknown): string => (JSON.stringify(value) ?? 'missing').slice(0, MAX_SHOWN_CHARS);
