import { type Gleaner, GleanerError, type Session, type StoredExportInput } from '#client';
import type { Command } from 'commander';
import { CliError, Exit } from '../cli-error.js';
import { isReplaced } from '../files.js';
import type { Screen } from '../screen.js';
import { namedService, type ServiceArguments, serviceOptions, withNamedService } from '../service-options.js';
import { given } from './objects.js';
import { DOMAIN_SORTS, exportOrder, type OrderArguments, PAGE_SORTS, sortOf } from './orders.js';
import { checkOutput, type FileArguments, fileOptions, isTextual, writeResult } from './result-file.js';
import { downloadInto } from './resumable-download.js';
import { exportStored, kindsArgument } from './stored-export.js';

const KINDS = ['pages', 'domains', 'links', 'warc', 'wacz'] as const;
type Kind = (typeof KINDS)[number];
const isRows = (what: Kind): what is 'pages' | 'domains' | 'links' => what !== 'warc' && what !== 'wacz';
/** Orders of lists that have several. */
const SORTS: Partial<Record<Kind, readonly string[]>> = { pages: PAGE_SORTS, domains: DOMAIN_SORTS };
/**
 * From this number of pages or domains on, the service makes a file first: repeating a failed download would take long.
 */
const LARGE = 10_000;

interface ExportArguments extends ServiceArguments, FileArguments, OrderArguments {
  readonly relevant?: boolean;
  readonly texts?: boolean;
  readonly markdown?: boolean;
  readonly stored?: boolean;
  readonly keep?: boolean;
  readonly resume?: boolean;
}

/** `gleaner export`. */
export function defineExport(command: Command): void {
  const options = serviceOptions(command)
    .addArgument(kindsArgument('warc or archive: all fetched responses, as WARC', KINDS))
    .argument('<session>', 'id of the session');
  exportOrder(fileOptions(options, 'of pages, domains and links; '))
    .option('--gzip', 'compress pages, domains or links')
    .option('--bom', 'CSV with a byte order mark, for spreadsheets')
    .option('--relevant', 'only relevant pages, or domains with relevant pages')
    .option('--texts', 'pages with their texts')
    .option('--markdown', 'pages with their texts as Markdown')
    .option(
      '--stored',
      'with --out: the service makes the file before the download, so that an interrupted download can be ' +
        `resumed; default from ${LARGE} pages or domains on, except for archives, which can always be resumed`,
    )
    .option('--no-stored', 'make the file while it is sent')
    .option('--keep', 'keep the file in the service, as long as it keeps stored exports')
    .option('--resume', 'resume an earlier call: FILE.part, or an export in progress')
    .action(exportTo);
}

async function exportTo(what: Kind, id: string, args: ExportArguments): Promise<void> {
  checkArguments(what, args);
  const { out, resume = false } = args;
  const isText = isRows(what) && isTextual(args);
  await checkOutput(isText, args);
  const stored = args.stored ?? (resume && what !== 'warc' ? true : undefined);
  const work = async (gleaner: Gleaner, screen: Screen): Promise<void> => {
    if (out !== undefined && (await isReplaced(out))) {
      const isStored = stored ?? (await isLarge(gleaner, what, id, args));
      if (isStored && (await writeStored(gleaner, { what, sessionId: id, args: { ...args, out } }, screen)))
        return screen.note(`written to ${out}`);
      if (what === 'warc') {
        await downloadInto({ gleaner, path: pathOf(what), id }, out, resume, screen);
        return screen.note(`written to ${out}`);
      }
    }
    const body = await gleaner.download(pathOf(what), { params: { path: { id }, query: queryOf(what, args) } });
    await writeResult(body, isText, args, screen);
  };
  await withNamedService(args, work, stored === true ? 'all' : 'api');
}

function checkArguments(what: Kind, args: ExportArguments): void {
  const { out, resume, texts, markdown, stored, keep } = args;
  const usage = (text: string): never => {
    throw new CliError(text, Exit.Usage);
  };
  const rowsOnly = (['format', 'gzip', 'bom', 'relevant'] as const).find((name) => args[name] !== undefined);
  if (!isRows(what) && rowsOnly !== undefined) usage(`--${rowsOnly}: expected with pages, domains or links`);
  if (what !== 'pages' && (texts ?? markdown) !== undefined) usage('--texts, --markdown: expected with pages');
  if (args.bom === true && args.format !== 'csv') usage('--bom: expected with --format csv');
  if (what === 'links' && args.relevant !== undefined) usage('--relevant: expected with pages or domains');
  sortOf(what, SORTS[what], args);
  if (out === undefined && stored === true) usage('--stored: expected with --out');
  if (out === undefined && resume === true) usage('--resume: expected with --out');
  if (stored === false && keep === true) usage('--keep: expected with a stored export');
  if (stored === false && resume === true && what !== 'warc')
    usage('--resume: expected with a stored export, or with an archive');
}

/**
 * Whether a running service should make a file first. A service started for this command has no other process to make
 * it.
 */
async function isLarge(gleaner: Gleaner, what: Kind, id: string, args: ExportArguments): Promise<boolean> {
  if (what === 'warc' || namedService(args) === null) return false;
  const session = await gleaner.session(id);
  return sizeOf(what, session) >= LARGE;
}

const sizeOf = (what: Kind, { fetched, domainCount }: Session): number => (what === 'domains' ? domainCount : fetched);

interface StoredRequest {
  readonly what: Kind;
  readonly sessionId: string;
  readonly args: ExportArguments & { readonly out: string };
}

/** @returns false if the service refuses to make a file that was not explicitly requested */
async function writeStored(
  gleaner: Gleaner,
  { what, sessionId, args }: StoredRequest,
  screen: Screen,
): Promise<boolean> {
  const { out, resume = false, keep = false, stored = false } = args;
  try {
    await exportStored(gleaner, { sessionId, input: inputOf(what, args), out, resume, keep }, screen);
    return true;
  } catch (error) {
    const isRefused = error instanceof GleanerError && (error.status === 403 || error.status === 409);
    if (stored || !isRefused) throw error;
    screen.note(`the service makes the file while it is sent: ${error.message}`);
    return false;
  }
}

function pathOf(what: Kind): string {
  if (what === 'warc') return '/v1/sessions/{id}/export.warc.gz';
  return what === 'wacz' ? '/v1/sessions/{id}/export.wacz' : `/v1/sessions/{id}/${what}/export`;
}

function queryOf(what: Kind, args: ExportArguments): object {
  if (!isRows(what)) return {};
  const { format = 'jsonl', gzip, bom, relevant, texts, markdown, sort, order } = args;
  return { format, gzip, bom, relevant, texts, markdown, sort, order };
}

function inputOf(what: Kind, args: ExportArguments): StoredExportInput {
  const { format = 'jsonl', gzip, bom, relevant, texts, markdown, order } = args;
  if (!isRows(what)) return { what };
  const filter = relevant !== true ? {} : { [what === 'domains' ? 'domainFilter' : 'pageFilter']: { relevant } };
  const sorted = {
    pageSort: what === 'pages' ? sortOf(what, PAGE_SORTS, args) : undefined,
    domainSort: what === 'domains' ? sortOf(what, DOMAIN_SORTS, args) : undefined,
    order,
  };
  return given({ what, format, gzip, bom, texts, markdown, ...filter, ...sorted });
}
