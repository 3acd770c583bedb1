/**
 * The part of this module without the framework, which computing threads and the command line would load for two
 * seconds without using it.
 */
export { decodeHtml, decodeRobots, decodeUtf8 } from './content/charset.js';
export { documentOutcome, unlessChallenge } from './content/document-outcome.js';
export { FetchFault, faultOf } from './fetch-fault.js';
export { refreshesItself } from './content/self-refresh.js';
export { isOtherMediaType } from './content/content-type.js';
export { startOfMember } from './http/content-coding.js';
export { parseHttpMessage } from './http/http-message.js';
export { isRedirect, redirectTarget } from './http/redirects.js';
export { answeredAt, failureOutcome, retryAfter, type FetchTrail, type RawDocument } from './outcome.js';
