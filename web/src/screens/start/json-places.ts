/** Offsets of the values of a JSON document in its text. */

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * The offset of each value's name, or of an item of a list, by field: `scope.allowHosts[0]`.
 *
 * @param text JSON that can be read
 */
export function placesIn(text: string): ReadonlyMap<string, number> {
  const places = new Map<string, number>([['', 0]]);
  /** Objects and lists around the token: their field, and the name or index within. */
  const around: { readonly field: string; index: number | null; name: string }[] = [];
  let isName = false;
  const fieldHere = (): string => {
    const at = around.at(-1);
    if (!at) return '';
    if (at.index !== null) return `${at.field}[${at.index}]`;
    return at.field === '' ? at.name : `${at.field}.${at.name}`;
  };
  for (const { 0: token, index: offset } of text.matchAll(TOKEN)) {
    const at = around.at(-1);
    if (token === '}' || token === ']') around.pop();
    else if (token === ',') {
      if (at && at.index !== null) at.index++;
      isName = at?.index === null;
    } else if (token === ':') isName = false;
    else if (isName) {
      if (at) at.name = JSON.parse(token) as string;
      places.set(fieldHere(), offset);
      isName = false;
    } else {
      if (at && at.index !== null) places.set(fieldHere(), offset);
      if (token === '{' || token === '[') {
        around.push({ field: fieldHere(), index: token === '[' ? 0 : null, name: '' });
        isName = token === '{';
      }
    }
  }
  return places;
}

/** The line of an offset, from 1. */
export const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** Offset of a field, or of the nearest part that exists. */
export function placeOfField(text: string, field: string): number | null {
  const places = placesIn(text);
  for (let at = field; at !== ''; at = at.replace(/(?:\.[^.[\]]*|\[\d+\]|^[^.[\]]*)$/, '')) {
    const place = places.get(at);
    if (place !== undefined) return place;
  }
  return null;
}

/** Offset and cause of a syntax error. Browsers word it in different ways. */
export function syntaxProblem(text: string, error: unknown): { readonly offset: number; readonly message: string } {
  const said = error instanceof Error ? error.message : String(error);
  const position = /position (\d+)/.exec(said);
  const line = /line (\d+) column (\d+)/.exec(said);
  const offset = position
    ? Number(position[1])
    : line
      ? text
          .split('\n')
          .slice(0, Number(line[1]) - 1)
          .join('\n').length + Number(line[2])
      : text.length;
  const message = said.replace(/^JSON\.parse: /, '').replace(/ (?:in JSON )?at (?:position|line) .*$/, '');
  return { offset: Math.min(offset, text.length), message: `This is not JSON: ${message}.` };
}
