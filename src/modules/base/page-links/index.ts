export { linkedTagPaths, linkedUrls } from './linked-names.sql.js';
export {
  LINK_LISTS,
  linksOfRow,
  PACKED_LINKS,
  packLinks,
  unpackLinks,
  valuesOfRow,
  type PackedLinksRow,
  type StoredLink,
} from './packed-links.js';
export { storable } from './stored-text.js';
