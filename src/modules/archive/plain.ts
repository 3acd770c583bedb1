/** What of this module needs no framework. */
export { type LocalPart, partsOfFolder } from './archive-parts.js';
export { INDEX_SUFFIX } from './index-lines.js';
