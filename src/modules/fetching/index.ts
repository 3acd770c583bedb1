export { decodeHtml, decodeUtf8 } from './charset.js';
export { decodeContent } from './content-coding.js';
export { documentOutcome, failureOutcome, type FetchTrail, type RawDocument } from './outcome.js';
