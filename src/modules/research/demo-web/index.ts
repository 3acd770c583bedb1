export { openDemoWeb, type DemoSite, type DemoWeb } from './demo-web.js';
export { LEXICOGRAPHER_CLASSES, type LexicographerClass } from '../../../domain/webs/lexicographer-classes.js';
