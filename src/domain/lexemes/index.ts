export { lexemesOf, type PageLexemes, placeOf, SEARCHED_CHARS } from './page-lexemes.js';
export { hasSearchedWords, searchedWords, searchExpression } from './search-expression.js';
