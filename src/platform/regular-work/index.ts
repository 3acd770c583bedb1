export { RegularWork, type RegularWorkOptions } from './regular-work.js';
