export { RegularWork } from './regular-work.js';
