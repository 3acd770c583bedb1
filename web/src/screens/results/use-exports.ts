import { ask, type Answer } from '../../api/client.js';
import type { ExportFormat } from './export-formats.js';
import {
  type CollectionExport,
  EXPORT_COLLECTION,
  EXPORT_SESSION,
  type ExportFile,
  EXPORTS_OF_SESSION,
  EXPORTS_OF_TOPIC,
  type SessionExport,
} from './export-queries.js';
import { exportOf, type Filters, type List, variablesOf } from './lists.js';

/** How a list is exported. */
export interface Exported {
  readonly formats: readonly ExportFormat[];
  /** Address of the export that is sent while it is made. */
  readonly sentFrom: (format: ExportFormat) => string;
  /** Has a file made. @returns its id */
  readonly store: (format: ExportFormat, key: string) => Promise<Answer<string>>;
  /** Files that were made before, newest first. */
  readonly earlier: () => Promise<Answer<readonly ExportFile[]>>;
}

interface Subject {
  readonly of: 'topic' | 'session';
  readonly id: string;
  readonly what: 'pages' | 'domains';
}

const mapped = <From, To>({ data, failure }: Answer<From>, map: (from: From) => To): Answer<To> =>
  failure === null ? { data: map(data), failure } : { data: null, failure };

/** `first_found_at` of an address, as REST spells it: `firstFoundAt`. */
const inRest = (value: string): string => value.replaceAll(/_./g, (part) => part.slice(1).toUpperCase());

/** The exports of a list as it is filtered and sorted, which is always descending. */
export function exportsOf(
  { of, id, what }: Subject,
  formats: readonly ExportFormat[],
  filters: Filters,
  list: List,
  sort: string,
): Exported {
  const filter = { [what === 'pages' ? 'pageFilter' : 'domainFilter']: variablesOf(filters, list) };
  return {
    formats,
    sentFrom({ sent }) {
      const parameters = exportOf(filters, list);
      parameters.set('sort', inRest(sort));
      parameters.set('order', 'desc');
      for (const [name, value] of Object.entries(sent ?? {})) parameters.set(name, value);
      return `/v1/${of}s/${encodeURIComponent(id)}/${what}/export?${parameters}`;
    },
    async store({ stored }, key) {
      // An archive of a session has all that was fetched.
      const isWhole = of === 'session' && (stored['what'] === 'WACZ' || stored['what'] === 'WARC');
      const sorts = { [what === 'pages' ? 'pageSort' : 'domainSort']: sort.toUpperCase(), order: 'DESC' };
      const input: unknown = { ...stored, ...(isWhole ? {} : filter), ...('format' in stored && sorts) };
      return of === 'topic'
        ? mapped(
            await ask(EXPORT_COLLECTION, { topicId: id, input: input as CollectionExport, key }),
            (made) => made.createCollectionExport.id,
          )
        : mapped(
            await ask(EXPORT_SESSION, { sessionId: id, input: input as SessionExport, key }),
            (made) => made.createExport.id,
          );
    },
    earlier: async () =>
      of === 'topic'
        ? mapped(await ask(EXPORTS_OF_TOPIC, { id }), ({ topic }) => topic.exports.nodes)
        : mapped(await ask(EXPORTS_OF_SESSION, { id }), ({ session }) => session.exports.nodes),
  };
}
