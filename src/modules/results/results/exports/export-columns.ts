/** The type of a column's cells. Each may also be empty. */
export type ColumnType = 'text' | 'texts' | 'integer' | 'number' | 'boolean' | 'moment';

export interface ExportColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/** Columns in the order of the file, by name. */
export const columns = (types: Readonly<Record<string, ColumnType>>): readonly ExportColumn[] =>
  Object.entries(types).map(([name, type]) => ({ name, type }));

export const PAGE_COLUMNS = columns({
  step: 'integer',
  seq: 'integer',
  url: 'text',
  finalUrl: 'text',
  domainName: 'text',
  outcome: 'text',
  free: 'boolean',
  httpStatus: 'integer',
  relevant: 'boolean',
  probability: 'number',
  reward: 'number',
  depth: 'integer',
  sourceStep: 'integer',
  fetchedAt: 'moment',
  durationMs: 'integer',
  bytes: 'integer',
  truncated: 'boolean',
  rendered: 'boolean',
  contentType: 'text',
  charset: 'text',
  language: 'text',
  title: 'text',
  description: 'text',
  publishedAt: 'moment',
  excerpt: 'text',
  linkCount: 'integer',
  redirects: 'texts',
  message: 'text',
});
export const TEXT_COLUMNS = columns({ headings: 'texts', text: 'text', mainText: 'text' });
export const MARKDOWN_COLUMNS = columns({ markdown: 'text', markdownSource: 'text' });
export const DOMAIN_COLUMNS = columns({
  domainNo: 'integer',
  name: 'text',
  fetched: 'integer',
  relevant: 'integer',
  failed: 'integer',
  harvestRate: 'number',
  firstStep: 'integer',
  firstRelevantStep: 'integer',
});
export const LINK_COLUMNS = columns({
  sourceStep: 'integer',
  position: 'integer',
  sourceUrl: 'text',
  url: 'text',
  anchor: 'text',
  before: 'text',
  after: 'text',
  heading: 'text',
  place: 'text',
  tagPath: 'text',
  nofollow: 'boolean',
  outOfScope: 'text',
  targetStep: 'integer',
});
