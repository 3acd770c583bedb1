export { lexemesOf, type PageLexemes, SEARCHED_CHARS } from './page-lexemes.js';
export { searchExpression } from './search-expression.js';
