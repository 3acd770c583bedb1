/**
 * Examples of answers that are no JSON object, by operation and media type. The examples of the others are those of
 * their fields.
 */

interface Schema {
  readonly properties?: Readonly<Record<string, { readonly example?: unknown }>>;
}

/** An export of rows. */
interface Rows {
  /** The schema of a row. */
  readonly row: string;
  /** The columns of its CSV. */
  readonly columns: string;
}

const PAGES: Rows = {
  row: 'PageDto',
  columns:
    'step,seq,url,finalUrl,domainName,outcome,free,httpStatus,relevant,probability,reward,depth,sourceStep,fetchedAt,durationMs,bytes,truncated,rendered,contentType,charset,language,title,description,publishedAt,excerpt,linkCount,redirects,message',
};
const COLLECTED_PAGES: Rows = {
  row: 'CollectedPageDto',
  columns:
    'key,url,domain,title,publishedAt,language,excerpt,probability,relevant,label,duplicateOf,sessionCount,monitored,sessionId,step,modelId,firstFoundAt,lastSeenAt,changedAt,goneAt,tags,note',
};
const ROWS: Readonly<Record<string, Rows>> = {
  exportPages: PAGES,
  downloadExport: PAGES,
  exportDomains: {
    row: 'DomainDto',
    columns: 'domainNo,name,fetched,relevant,failed,harvestRate,firstStep,firstRelevantStep',
  },
  exportLinks: {
    row: 'LinkDto',
    columns:
      'sourceStep,position,sourceUrl,url,anchor,before,after,heading,place,tagPath,nofollow,outOfScope,targetStep',
  },
  exportCollectedPages: COLLECTED_PAGES,
  exportCollectedDomains: {
    row: 'CollectedDomainDto',
    columns:
      'name,verdict,pages,relevant,duplicates,share,shareAtLeast,unfetched,expected,ledTo,seedDomain,firstFoundAt,lastFoundAt,tags,note',
  },
  exportSharedPages: {
    row: 'SharedPageDto',
    columns:
      'key,url,domain,title,publishedAt,language,excerpt,probability,relevant,firstFoundAt,lastSeenAt,goneAt,tags',
  },
  exportSharedDomains: {
    row: 'SharedDomainDto',
    columns: 'name,pages,relevant,share,shareAtLeast,firstFoundAt,lastFoundAt,tags',
  },
  exportAuditLog: {
    row: 'AuditEntryDto',
    columns: 'id,createdAt,actor,address,requestId,call,object,change,rows,ids',
  },
};

const RSS =
  '<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0"><channel><title>Cheese</title><item><title>Cheddar</title><link>https://cheese.example/cheddar</link></item></channel></rss>';
const ATOM =
  '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><title>Cheese</title><entry><title>Cheddar</title><link href="https://cheese.example/cheddar"></link></entry></feed>';
const JSON_FEED =
  '{"version":"https://jsonfeed.org/version/1","title":"Cheese","items":[{"id":"urn:gleaner:page:1","url":"https://cheese.example/cheddar","title":"Cheddar"}]}';
const HTML =
  '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Cheese</title></head><body>…</body></html>';

/** By media type; feeds and documents are alike for all operations. */
const TEXTS: Readonly<Record<string, string>> = {
  'application/rss+xml': RSS,
  'application/atom+xml': ATOM,
  'application/feed+json': JSON_FEED,
  'text/html': HTML,
  'text/markdown': '# Cheddar\n\nCheddar is a hard cheese.\n',
  'text/x-opml':
    '<?xml version="1.0" encoding="utf-8"?>\n<opml version="2.0"><head><title>Cheese</title></head><body><outline type="link" text="cheese.example" url="https://cheese.example/"/></body></opml>',
};
/** By operation and media type, where they differ. */
const OF_OPERATIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  getPageContent: { 'text/plain': 'Cheddar is a hard cheese.' },
  exportExperimentRuns: {
    'text/csv':
      'policy,budget,randomSeed,fetched,relevant,domains,harvestRate,area,recall,oracleShare,firstRelevant,stepsTo10,stepsTo25,stepsTo50,stepsTo75,end,wallMs,simulatedMs\r\n' +
      'best-first,500,1,500,212,18,0.424,0.39,0.31,0.58,3,41,96,187,,budget,812,\r\n',
  },
};

function cellOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '').replace(/^(?:""|\[.*)$/, '');
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @returns the example of an answer of this type; undefined for JSON objects and binary files */
export function answerExample(
  operationId: string,
  mediaType: string,
  schemas: Readonly<Record<string, unknown>>,
): string | undefined {
  const own = OF_OPERATIONS[operationId]?.[mediaType];
  if (own !== undefined) return own;
  const isFeed = /^get\w*Feed(Rss|Atom|Json)$/.exec(operationId);
  if (isFeed) return { Rss: RSS, Atom: ATOM, Json: JSON_FEED }[isFeed[1]];
  const rows = ROWS[operationId];
  if (rows === undefined) return TEXTS[mediaType];
  const { properties = {} } = (schemas[rows.row] ?? {}) as Schema;
  const row = Object.fromEntries(Object.entries(properties).map(([name, { example }]) => [name, example ?? null]));
  if (mediaType === 'application/x-ndjson') return `${JSON.stringify(row)}\n`;
  if (mediaType === 'text/csv')
    return `${rows.columns}\r\n${rows.columns
      .split(',')
      .map((name) => cellOf(row[name]))
      .join(',')}\r\n`;
  if (mediaType === 'text/plain') return 'https://cheese.example/cheddar\n';
  return TEXTS[mediaType];
}
