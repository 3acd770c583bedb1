/** URLs and titles of sitemaps as they are written. */

/** Titles and URLs are read up to this length; longer URLs are dropped. */
export const MAX_VALUE_CHARS = 8_000;
export const MAX_TITLE_CHARS = 200;

export const ABSOLUTE = /^https?:\/\//i;

/** White space, quotation marks, and invisible characters that editors leave, around a URL. */
const AROUND_VALUE = /^[\s"'<\u200b\u200e\u200f\u2060\ufeff]+|[\s"'>\u200b\u200e\u200f\u2060\ufeff]+$/g;

export const trimmed = (text: string): string => text.replace(/\s+/g, ' ').replace(AROUND_VALUE, '');
