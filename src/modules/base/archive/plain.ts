/** The part of this module without the framework. */
export { partsOfFolder } from './archive-parts.js';
export { INDEX_SUFFIX } from './index-lines.js';
export { ifMissing } from './if-missing.js';
