export { BIN_COUNTS, type BinCount } from './bins.js';
export { Lexicon, newLexicons, restoreLexicons } from './lexicon.js';
export { FIELDS, SPIDER_TEXTS, type SpiderText } from './link-words.js';
export { MAX_DISCOUNT, qValues } from './q-values.js';
export { type SpiderValue, Spider, type SpiderSettings, type TellingWord } from './spider.js';
export { type Estimation, ESTIMATION, PLAIN_ESTIMATION } from './word-tables.js';
export { type SpiderLink, type SpiderPage, toSpiderPage, trainSpider, withoutRareWords } from './training.js';
export { TrainingWeb, type TrainingPage } from './training-web.js';
