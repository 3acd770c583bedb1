/** Han characters of the Basic Multilingual Plane: one UTF-16 unit each. */
const HAN = /[\u3400-\u9fff]/g;

/**
 * A function that replaces each of the Han characters `from` in a text by the one at its place in `to`. The text keeps
 * its length in UTF-16 units.
 *
 * @throws RangeError if the tables differ in length
 */
export function replacer(from: string, to: string): (text: string) => string {
  if (from.length !== to.length) throw new RangeError(`${from.length} characters have ${to.length} replacements`);
  const forms = new Map(Array.from(from, (character, at) => [character, to.charAt(at)]));
  return (text) => text.replace(HAN, (character) => forms.get(character) ?? character);
}
