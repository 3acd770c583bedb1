import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/index.js';
import { DomainError } from '../../../platform/errors/index.js';
import { runInThread } from '../../../platform/threads/index.js';
import {
  ByteStoreFullError,
  countingTask,
  LabelFileError,
  openRecordedWeb,
  readLabels,
  type RecordedWeb,
  WarcFormatError,
  type WebCounts,
} from '../recorded-web/index.js';
import { libraryFiles, type LibraryWeb } from './library-files.js';

/** A web with its counts so far. */
interface CountedWeb extends LibraryWeb {
  /** Null while it is being counted, and if it cannot be read. */
  readonly counts: WebCounts | null;
  /** Why it cannot be read; null if it can, or is not known yet. */
  readonly problem: string | null;
}

export interface OpenWeb {
  readonly web: RecordedWeb;
  readonly labels: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Memory for an open web: about 100 000 pages. */
const MAX_WEB_BYTES = 512 * 1024 * 1024;
/** Longest wait of a request for the counts; a later request finds them. */
const PATIENCE_MS = 2_000;
const never = new AbortController().signal;

/**
 * The recorded webs in the operator's folder `RECORDED_WEBS_DIR`.
 *
 * A name is only compared with those of existing files, and never becomes part of a path, so it cannot leave the
 * folder.
 */
@Injectable()
export class WebLibrary {
  /** By name: the counts, and the state of the counted files. */
  private readonly counted = new Map<string, { readonly mark: string; readonly counts: Promise<WebCounts | string> }>();

  constructor(@Inject(APP_CONFIG) private readonly config: AppConfig) {}

  async list(): Promise<CountedWeb[]> {
    const webs = await this.files();
    const names = new Set(webs.map(({ name }) => name));
    for (const name of this.counted.keys()) if (!names.has(name)) this.counted.delete(name);
    const patience = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null).unref());
    return Promise.all(
      webs.map(async (web) => {
        const counts = await Promise.race([this.countsOf(web), patience]);
        if (typeof counts === 'string') return { ...web, counts: null, problem: counts };
        return { ...web, counts, problem: null };
      }),
    );
  }

  /** Null if there is none of this name. */
  async find(name: string): Promise<LibraryWeb | null> {
    return (await this.files()).find((web) => web.name === name) ?? null;
  }

  /**
   * Reads a web into memory.
   *
   * @throws DomainError NOT_FOUND if it is gone, INVALID_STATE if it cannot be read
   */
  async open(name: string, signal: AbortSignal): Promise<OpenWeb> {
    const files = await this.find(name);
    if (!files) throw new DomainError('NOT_FOUND', `there is no recorded web ${name}`);
    try {
      const web = await openRecordedWeb(files.path, { maxBytes: MAX_WEB_BYTES, signal });
      return { web, labels: files.labels === null ? new Map() : await readLabels(files.labels) };
    } catch (error) {
      const problem = problemOf(error);
      if (problem === null) throw error;
      throw new DomainError('INVALID_STATE', `recorded web ${name} cannot be read: ${problem}`);
    }
  }

  private async files(): Promise<LibraryWeb[]> {
    return this.config.RECORDED_WEBS_DIR === undefined ? [] : libraryFiles(this.config.RECORDED_WEBS_DIR);
  }

  private countsOf(web: LibraryWeb): Promise<WebCounts | string> {
    const known = this.counted.get(web.name);
    if (known?.mark === web.mark) return known.counts;
    const counts = runInThread(countingTask, { path: web.path, labels: web.labels }, never).catch((error: unknown) => {
      // The next request retries after a transient error.
      const problem = problemOf(error);
      if (problem === null) this.counted.delete(web.name);
      return problem ?? 'it could not be counted';
    });
    this.counted.set(web.name, { mark: web.mark, counts });
    return counts;
  }
}

/** The problem with the files; null for other errors. Errors from another thread have lost their class. */
function problemOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const isTheirs = [WarcFormatError, ByteStoreFullError, LabelFileError].some((type) => error instanceof type);
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'ENOENT' || code === 'EISDIR')
    return code === 'EACCES' ? 'no permission' : 'it is gone';
  return isTheirs || /WARC/.test(error.message) ? error.message : null;
}
