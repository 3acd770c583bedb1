export { type Life, start } from './life.js';
export { checkNode } from './machine.js';
export { refusalOf, sentenceIn, startRefusals } from './refusal.js';
export { EXIT_CONFIG, StartError } from './start-error.js';
