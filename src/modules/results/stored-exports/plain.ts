/** The part of this module without the framework. */
export { exportPlace } from './export-place.js';
