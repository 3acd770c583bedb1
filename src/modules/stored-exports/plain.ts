/** The part of this module without the framework. */
export { exportPlace, EXPORTS_FOLDER } from './export-place.js';
