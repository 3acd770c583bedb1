export { canonicalUrl, MAX_URL_CHARS } from './canonical-url.js';
export { withEncodedQuery } from './query-encoding.js';
export { sentUrl } from './sent-url.js';
export { domainKey, hostOf, pathOf, registrableDomain, type DomainGrouping } from './url-parts.js';
export { urlWords } from './url-words.js';
export { fromHex, hashUrl, mix32, signedDecimal, toHex, type Hash64 } from './hash-url.js';
