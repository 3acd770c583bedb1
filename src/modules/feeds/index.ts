export { element, type Element, markupOf, xmlDocument, xmlLines } from './xml.js';
