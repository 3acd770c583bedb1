import { create } from 'content-disposition';

/** The same name for clients that read ASCII alone, such as `curl -J`. */
const inAscii = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[^\x21-\x7e]+/g, '')
    .replace(/^[-.]+/, '');

/**
 * The header `Content-Disposition` of a file (RFC 6266): its name, with `filename*` for names beyond ASCII.
 *
 * @param type `inline` for pages that browsers open
 */
export const disposition = (name: string, type: 'attachment' | 'inline' = 'attachment'): string =>
  create(name, { type, fallback: inAscii(name) });
