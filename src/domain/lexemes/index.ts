export { lexemesOf, type PageLexemes, placeOf, SEARCHED_CHARS } from './page-lexemes.js';
export { searchedWords, searchExpression } from './search-expression.js';
