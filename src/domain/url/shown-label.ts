const PREFIX = 'xn--';
const [BASE, LEAST, MOST, SKEW, DAMP, FIRST_BIAS, FIRST_CODE] = [36, 1, 26, 38, 700, 72, 0x80];
const MAX_CODE_POINT = 0x10ffff;

/**
 * The display form of a canonical host's label: `bücher` for `xn--bcher-kva`. '' if it cannot be decoded. Source:
 * Punycode, RFC 3492 section 6.2.
 */
export function shownLabel(label: string): string {
  if (!label.startsWith(PREFIX)) return label;
  const hyphen = label.lastIndexOf('-');
  const output = hyphen < PREFIX.length ? [] : Array.from(label.slice(PREFIX.length, hyphen), codeOf);
  let [code, place, bias] = [FIRST_CODE, 0, FIRST_BIAS];
  for (let at = Math.max(hyphen + 1, PREFIX.length); at < label.length; place++) {
    const before = place;
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = at < label.length ? digitOf(label.charCodeAt(at++)) : BASE;
      if (digit >= BASE) return '';
      place += digit * weight;
      const bound = Math.min(MOST, Math.max(LEAST, k - bias));
      if (digit < bound) break;
      weight *= BASE - bound;
    }
    const count = output.length + 1;
    bias = adapted(place - before, count, before === 0);
    code += Math.floor(place / count);
    if (code > MAX_CODE_POINT) return '';
    place %= count;
    output.splice(place, 0, code);
  }
  return String.fromCodePoint(...output);
}

const codeOf = (letter: string): number => letter.charCodeAt(0);

function digitOf(code: number): number {
  if (code >= 0x61 && code <= 0x7a) return code - 0x61;
  return code >= 0x30 && code <= 0x39 ? code - 0x30 + MOST : BASE;
}

function adapted(distance: number, count: number, isFirst: boolean): number {
  let delta = Math.floor(distance / (isFirst ? DAMP : 2));
  delta += Math.floor(delta / count);
  let k = 0;
  for (; delta > ((BASE - LEAST) * MOST) / 2; k += BASE) delta = Math.floor(delta / (BASE - LEAST));
  return k + Math.floor((BASE * delta) / (delta + SKEW));
}
