/** What of this module needs no framework: threads that compute, and the command line, would load it for two seconds and use nothing of it. */
export { decodeHtml, decodeUtf8 } from './content/charset.js';
export { documentOutcome, unlessChallenge } from './content/document-outcome.js';
export { FetchFault, faultOf } from './fetch-fault.js';
export { decodeContent } from './http/content-coding.js';
export { answeredAt, failureOutcome, retryAfter, type FetchTrail, type RawDocument } from './outcome.js';
