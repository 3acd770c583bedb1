export { parsePage, parsePageInPieces } from './parse-page.js';
export {
  bareLink,
  DEFAULT_PARSE_LIMITS,
  LINK_PLACES,
  type LinkPlace,
  type PageLink,
  type ParsedPage,
  type ParseLimits,
} from './parsed-page.js';
export { refreshOf } from './link-tags.js';
export { mainHtml } from './main-html.js';
export { tellingText } from './main-text.js';
export { robotsDirectives } from './robots-directives.js';
export {
  measurePage,
  RENDER_SIGNALS,
  lacksRendering,
  renderGain,
  renderSignalOf,
  type RenderSignal,
  RENDER_REASONS,
  type RenderReason,
  unrenderedReason,
} from './render-signals.js';
export { NO_EVIDENCE, renderVerdict, urlShape, withSample, type RenderEvidence } from './render-evidence.js';
export { SitemapReader } from './parse-sitemap.js';
export { MAX_SITEMAP_LINKS, MAX_SITEMAPS_OF_INDEX, type ParsedSitemap } from './sitemap-links.js';
