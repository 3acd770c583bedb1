/**
 * The same text in memory of its own. A string that was cut out of another keeps all of that other in memory (V8 cuts from 13 characters on), so a name that
 * is remembered for long would keep the page that it was found on.
 */
export const ownCopy = (text: string): string => ` ${text}`.slice(1);
