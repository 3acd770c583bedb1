export { type Cell, htmlDocument, readingTable, scrolled } from './document.js';
export { at, escaped, percent, shown } from './markup.js';
export { BOTTOM, figure, frame, HEIGHT, kept, LEFT, linePlot, path, RIGHT, TOP, WIDTH } from './plot.js';
export { axisTo, ticksTo } from './scale.js';
export { LIGHT, STYLE } from './style.js';
