/** Files that a list can be exported as. */

export interface ExportFormat {
  readonly id: string;
  readonly text: string;
  /** Parameters of the export that is sent while it is made; null: the file is always stored first. */
  readonly sent: Readonly<Record<string, string>> | null;
  /** The same of a stored export. */
  readonly stored: Readonly<Record<string, string | boolean>>;
}

type Kind = 'PAGES' | 'DOMAINS';

const listed = (what: Kind, id: string, text: string): ExportFormat => ({
  ...{ id, text, sent: { format: id }, stored: { what, format: id.toUpperCase() } },
});
/** Spreadsheets know UTF-8 by its byte order mark. */
const csv = (what: Kind): ExportFormat => {
  const plain = listed(what, 'csv', 'CSV');
  return { ...plain, sent: { ...plain.sent, bom: 'true' }, stored: { ...plain.stored, bom: true } };
};
const archive = (id: 'wacz' | 'warc', text: string): ExportFormat => ({
  ...{ id, text, sent: null, stored: { what: id.toUpperCase() } },
});

const TABLES = (what: Kind) => [csv(what), listed(what, 'jsonl', 'JSON Lines'), listed(what, 'parquet', 'Parquet')];
const ARCHIVES = [archive('wacz', 'WACZ (archived pages)'), archive('warc', 'WARC (archived pages)')];

export const COLLECTED_PAGE_FORMATS: readonly ExportFormat[] = [
  ...TABLES('PAGES'),
  listed('PAGES', 'urls', 'List of URLs'),
  ...ARCHIVES,
];

export const COLLECTED_DOMAIN_FORMATS: readonly ExportFormat[] = [
  ...TABLES('DOMAINS'),
  listed('DOMAINS', 'urls', 'List of home pages'),
  listed('DOMAINS', 'opml', 'OPML'),
];

/** With the texts of pages, which make a table large. */
const WITH_TEXTS: ExportFormat = {
  ...{ id: 'texts', text: 'JSON Lines with texts', sent: { format: 'jsonl', texts: 'true' } },
  stored: { what: 'PAGES', format: 'JSONL', texts: true },
};

export const SESSION_PAGE_FORMATS: readonly ExportFormat[] = [...TABLES('PAGES'), WITH_TEXTS, ...ARCHIVES];

/** A file of so many rows is there at once. */
const SENT_ROWS = 5_000;

/** Whether a file is made first and then downloaded. @param size rows of the list; null: very many, or not known */
export const isStored = ({ sent }: Pick<ExportFormat, 'sent'>, size: number | null): boolean =>
  sent === null || size === null || size > SENT_ROWS;
