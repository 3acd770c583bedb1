import type { CollectionExportInput, Gleaner } from '#client';
import type { Command } from 'commander';
import { CliError, Exit } from '../cli-error.js';
import { time } from '../option-values.js';
import type { Screen } from '../screen.js';
import { type ServiceArguments, serviceOptions, withNamedService } from '../service-options.js';
import { given } from './objects.js';
import { COLLECTED_DOMAIN_SORTS, COLLECTED_PAGE_SORTS, exportOrder, type OrderArguments, sortOf } from './orders.js';
import { checkOutput, type FileArguments, fileOptions, FORMATS, isTextual, writeResult } from './result-file.js';
import { exportStored, kindsArgument } from './stored-export.js';

const KINDS = ['pages', 'domains', 'warc', 'wacz'] as const;
type Kind = (typeof KINDS)[number];
const COLLECTION_FORMATS = [...FORMATS, 'urls', 'opml'] as const;
type Format = (typeof COLLECTION_FORMATS)[number];

interface ExportArguments extends ServiceArguments, FileArguments<Format>, OrderArguments {
  readonly relevant?: boolean;
  readonly since?: string;
  readonly newSince?: string;
  readonly seedDomains: boolean;
  readonly search?: string;
  readonly tag?: string;
  readonly stored?: boolean;
  readonly keep?: boolean;
  readonly resume?: boolean;
}

/** `gleaner collection export`. */
export function defineCollectionExport(command: Command): void {
  const options = serviceOptions(command.description('write pages, domains or archived fetches of a topic to a file'))
    .addArgument(kindsArgument('warc or archive, wacz: the newest archived fetch of each page, as WARC or WACZ', KINDS))
    .argument('<topic>', 'id of the topic');
  exportOrder(fileOptions(options, 'of pages and domains; opml only of domains; ', COLLECTION_FORMATS))
    .option('--gzip', 'compress pages or domains')
    .option('--bom', 'CSV with a byte order mark, for spreadsheets')
    .option('--relevant', 'only relevant pages, or domains with relevant pages')
    .option('--since <time>', 'only rows first found at or after this time', time)
    .option('--new-since <session>', 'only rows that neither this session nor earlier ones have found')
    .option('--no-seed-domains', "no rows of the seeds' domains")
    .option('--search <words>', 'only pages with these words, or domains with this text in their name')
    .option('--tag <word>', 'only pages or domains with this tag')
    .option(
      '--stored',
      'with --out: the service makes the file before it is downloaded, so that a download can go on where it broke off. Archives are always made so',
    )
    .option('--keep', 'the service keeps the file that it has made, for as long as it keeps stored exports')
    .option('--resume', 'continue an earlier call: its FILE.part, or its unfinished export')
    .action(exportTo);
}

async function exportTo(kind: Kind, topicId: string, args: ExportArguments): Promise<void> {
  const { out, keep = false, resume = false } = args;
  const input = inputOf(kind, args);
  const isArchive = kind === 'warc' || kind === 'wacz';
  const isStored = isArchive || args.stored === true || keep || resume;
  if (isArchive && (args.format ?? args.gzip ?? args.bom) !== undefined)
    throw new CliError('--format, --gzip, --bom: expected with pages or domains', Exit.Usage);
  if (isStored && out === undefined) throw new CliError('--out: expected with a stored export', Exit.Usage);
  const isText = !isArchive && isTextual(args);
  await checkOutput(isText, args);
  const work = async (gleaner: Gleaner, screen: Screen): Promise<void> => {
    if (isStored && out !== undefined) {
      await exportStored(gleaner, { topicId, input, out, resume, keep }, screen);
      return screen.note(`written to ${out}`);
    }
    const { what, pageFilter, domainFilter, pageSort, domainSort, ...form } = input;
    const query = { ...form, ...pageFilter, ...domainFilter, sort: pageSort ?? domainSort };
    const path = what === 'domains' ? '/v1/topics/{id}/domains/export' : '/v1/topics/{id}/pages/export';
    const body = await gleaner.download(path, { params: { path: { id: topicId }, query } });
    await writeResult(body, isText, args, screen);
  };
  await withNamedService(args, work, isStored ? 'all' : 'api');
}

function inputOf(kind: Kind, args: ExportArguments): CollectionExportInput {
  const { format = 'jsonl', gzip, bom, relevant, since, newSince, seedDomains, search, tag, order } = args;
  const found = {
    ...{ foundSince: since, newSinceSession: newSince, search, tag },
    ...(seedDomains ? {} : { seedDomain: false }),
  };
  const filter = given({ ...found, relevant });
  if (kind === 'domains') {
    const domainSort = sortOf(kind, COLLECTED_DOMAIN_SORTS, args);
    return given({ what: kind, format, gzip, bom, domainFilter: filter, domainSort, order });
  }
  if (kind === 'pages') {
    const pageSort = sortOf(kind, COLLECTED_PAGE_SORTS, args);
    return given({ what: kind, format, gzip, bom, pageFilter: filter, pageSort, order });
  }
  sortOf(kind, undefined, args);
  return { what: kind, pageFilter: filter };
}
