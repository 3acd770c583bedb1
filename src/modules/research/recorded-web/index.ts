export {
  isWarcName,
  openRecordedWeb,
  recordingDigest,
  type RecordedResponse,
  type RecordedWeb,
  type RecordedWebLimits,
} from './recorded-web.js';
export { createRecordedFetcher } from './recorded-fetcher.js';
export { ByteStoreFullError } from './byte-store.js';
export { task as countingTask, type WebCounts } from './counting-task.js';
export { LabelFileError, type Labels, readLabels } from './labels.js';
export { WarcFormatError } from './warc-reader.js';
export { serveRecordedWeb, type ServedWeb, type ServeOptions } from './web-server.js';
export { runWebCommand } from './web-command.js';
