/** What of this module needs no framework. */
export { exportPlace, EXPORTS_FOLDER } from './export-place.js';
