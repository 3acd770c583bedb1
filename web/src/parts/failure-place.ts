import type { Failure } from '../api/failures.js';

/** Whether a refusal is about an input or a part of it: `scope.allowHosts[0]` is about `scope.allowHosts`. */
export const isAbout = (failure: Failure | null, input: string): boolean =>
  failure?.field === input || ['.', '['].some((mark) => failure?.field?.startsWith(input + mark) ?? false);

/** Labels of inputs by their names in the API. */
export type Labels = ReadonlyMap<string, string>;

/** A name as the API writes it: `minHours`, `scope.maxDepth`, `keywords[3]`. */
const NAME = /[a-z]\w*(?:\.[a-z]\w*|\[\d+\])*/gi;
/** After a name that is a plain word, such as `name` or `text`, if the API means its input. */
const SAYS = /^(?: (?:must|is|has|needs)\b|:)/;
const isPlainWord = (name: string): boolean => /^[a-z]+$/.test(name);

/** `“Addresses”, number 4` for `examples[3].url`; null if no input has the name. */
function labelOf(name: string, labels: Labels): string | null {
  const parts = name.split(/(?=[.[])/);
  for (let size = parts.length; size > 0; size--) {
    const label = labels.get(parts.slice(0, size).join(''));
    if (label === undefined) continue;
    const item = /^\[(\d+)\]/.exec(parts[size] ?? '')?.[1];
    return `“${label}”${item === undefined ? '' : `, number ${Number(item) + 1}`}`;
  }
  return null;
}

/** A message of the service with the labels of inputs in place of their names in the API. */
export const inLabels = (text: string, labels: Labels): string =>
  text.replace(NAME, (name, at: number) => {
    const isMeant = !isPlainWord(name) || (at === 0 && SAYS.test(text.slice(name.length)));
    return (isMeant ? labelOf(name, labels) : null) ?? name;
  });

/** A message that begins and ends as sentences do, unless it begins with a name of the API or an address. */
export const asSentence = (message: string): string =>
  message.replace(/^[a-z](?=[a-z]*[ ,])/, (first) => first.toUpperCase()).replace(/[^.!?:…]$/, '$&.');

/** A failure in the words of a form: what is wrong, and what to do. */
export const inWords = ({ message, advice }: Failure, labels: Labels): string =>
  `${asSentence(inLabels(message, labels))} ${inLabels(advice, labels)}`.trim();

/** The words of a refusal about an input, with its label; null if it is about another one. */
export const saidOf = (failure: Failure | null, input: string, label: string): string | null =>
  failure && isAbout(failure, input) ? inWords(failure, new Map([[input, label]])) : null;
