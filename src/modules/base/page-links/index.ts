export { linkedTagPaths, linkedUrls } from './linked-names.sql.js';
export { packLinks, unpackLinks, type NumberedPageLink } from './packed-links.js';
export { LINK_LISTS, linksOfRow, PACKED_LINKS, valuesOfRow, type PackedLinksRow } from './page-link-rows.js';
export { storable } from './stored-text.js';
