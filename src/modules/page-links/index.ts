export { packLinks, unpackLinks, storable, type LinkToPack, type NumberedPageLink, type PackedLinks } from './packed-links.js';
