const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes untrusted text for text or attributes of HTML and SVG. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char]);

/** A number for people: about three significant digits, with thousands separated. */
export function shown(value: number): string {
  const size = Math.abs(value);
  if (value === 0) return '0';
  if (size >= 1_000)
    return Math.round(value)
      .toString()
      .replace(/\B(?=(?:\d{3})+$)/g, ' ');
  const digits = size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return value.toFixed(digits).replace('-', '−');
}

export const percent = (share: number): string => `${(100 * share).toFixed(share < 0.1 && share > 0 ? 1 : 0)}%`;

/** As a coordinate: a tenth of a pixel is enough. */
export const at = (value: number): string => String(Math.round(value * 10) / 10);
