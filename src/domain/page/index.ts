export { parsePage } from './parse-page.js';
export { DEFAULT_PARSE_LIMITS, type LinkPlace, type PageLink, type ParsedPage, type ParseLimits } from './parsed-page.js';
export { tellingText } from './telling-text.js';
