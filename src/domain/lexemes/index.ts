export { lexemesOf, type PageLexemes, placeOf, SEARCHED_CHARS } from './page-lexemes.js';
export {
  hasSearchedWords,
  isGroup,
  partExpression,
  searchedWords,
  searchExpression,
  searchTree,
} from './search-expression.js';
export type { SearchGroup, SearchPart } from './search-parts.js';
