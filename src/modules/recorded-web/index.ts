export { openRecordedWeb, type RecordedResponse, type RecordedWeb, type RecordedWebLimits } from './recorded-web.js';
export { createRecordedFetcher } from './recorded-fetcher.js';
export { WarcFormatError } from './warc-reader.js';
export { serveRecordedWeb, type ServedWeb, type ServeOptions } from './web-server.js';
export { runWebCommand, type WebCommandOptions } from './web-command.js';
