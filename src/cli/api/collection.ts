import type { Schemas } from '#client';
import { type Command, Option } from 'commander';
import { choicesOf, time } from '../option-values.js';
import { percent } from '../screen.js';
import { withNamedService } from '../service-options.js';
import { oneLine } from '../terminal.js';
import { facts, type ListArguments, listOptions, moment, perCall, showList } from './lists.js';
import { given, objectCommand, showObject, type WaitArguments } from './objects.js';

type Page = Schemas['CollectedPageDto'];
type Domain = Schemas['CollectedDomainDto'];

const PAGE_ORDERS = ['firstFoundAt', 'lastSeenAt', 'probability'] as const;
const DOMAIN_ORDERS = ['relevant', 'pages', 'share', 'firstFoundAt'] as const;
const DIRECTIONS = choicesOf<'asc' | 'desc'>({ asc: true, desc: true });

interface FoundArguments extends ListArguments {
  readonly relevant?: boolean;
  readonly search?: string;
  readonly since?: string;
  readonly newSince?: string;
  readonly seedDomains?: boolean;
  readonly order?: 'asc' | 'desc';
}
interface PagesArguments extends FoundArguments {
  readonly domain?: string;
  readonly language?: string;
  readonly duplicates?: boolean;
  readonly labelled?: boolean;
  readonly gone?: boolean;
  readonly sort?: (typeof PAGE_ORDERS)[number];
}
interface DomainsArguments extends FoundArguments {
  readonly sort?: (typeof DOMAIN_ORDERS)[number];
}

/** Options that pages and domains of a collection share. */
const foundOptions = (command: Command, what: string): Command =>
  listOptions(command, what)
    .argument('<topic>', 'id of the topic')
    .option('--since <time>', `only ${what} first found then or later`, time)
    .option('--new-since <session>', `only ${what} that this session and those before it have not found`)
    .option('--seed-domains', "only those of the seeds' domains")
    .option('--no-seed-domains', "only those of other domains than the seeds'")
    .addOption(new Option('--order <direction>', 'direction of the order').choices(DIRECTIONS));

const foundQuery = ({ search, since, newSince, seedDomains, order, ...args }: FoundArguments) =>
  given({
    ...{ search, foundSince: since, newSinceSession: newSince, seedDomain: seedDomains, order },
    first: perCall(args),
  });

/** `gleaner collection`. */
export function defineCollection(command: Command): void {
  objectCommand(
    command,
    'show',
    'topic',
    'show what a topic has found, in numbers',
    async (id, args, gleaner, screen) => {
      const collection = await gleaner.get('/v1/topics/{id}/collection', { params: { path: { id } } });
      showObject(collection, args, collectionText, screen);
    },
  );
  foundOptions(
    command.command('pages').description('list or search the pages that a topic has found over all its sessions'),
    'pages',
  )
    .option('--relevant', 'only relevant pages')
    .option('--no-relevant', 'only other pages')
    .option('--domain <name>', 'only pages of this domain')
    .option('--language <code>', 'only pages in this language, such as en')
    .option('--no-duplicates', 'only one page of those with the same text')
    .option('--labelled', 'only pages that people have labelled')
    .option('--no-labelled', 'only pages that nobody has labelled')
    .option('--gone', 'only pages that are known to be gone')
    .option('--no-gone', 'only others')
    .option('--search <words>', 'only pages with these words')
    .addOption(new Option('--sort <by>', 'order of the pages').choices(PAGE_ORDERS))
    .action((id: string, { relevant, domain, language, duplicates, labelled, gone, sort, ...args }: PagesArguments) =>
      withNamedService(args, async (gleaner, screen) => {
        const duplicate = duplicates === false ? false : undefined;
        const query = given({ ...foundQuery(args), relevant, domain, language, duplicate, labelled, gone, sort });
        await showList(gleaner.list('/v1/topics/{id}/pages', { path: { id }, query }), args, PAGE_ROW, screen);
      }),
    );
  foundOptions(
    command.command('domains').description('list the domains that a topic has found over all its sessions'),
    'domains',
  )
    .option('--relevant', 'only domains with relevant pages')
    .option('--search <text>', 'only domains with this text in their name')
    .addOption(new Option('--sort <by>', 'order of the domains').choices(DOMAIN_ORDERS).default('relevant'))
    .action((id: string, { relevant, sort, ...args }: DomainsArguments) =>
      withNamedService(args, async (gleaner, screen) => {
        const query = given({ ...foundQuery(args), relevantOnly: relevant, sort });
        await showList(gleaner.list('/v1/topics/{id}/domains', { path: { id }, query }), args, DOMAIN_ROW, screen);
      }),
    );
  objectCommand<WaitArguments>(
    command,
    'rebuild',
    'topic',
    'make the collection of a topic anew from its sessions',
    async (id, args, gleaner, screen) => {
      const job = await gleaner.post('/v1/topics/{id}/collection/rebuild', { params: { path: { id } } });
      const shown = args.wait === true ? await gleaner.waitForJob(job.id) : job;
      showObject(shown, args, ({ id: jobId, status }) => `Job ${jobId}: ${status}`, screen);
    },
  ).option('--wait', 'wait until it is made');
}

const collectionText = (collection: Schemas['CollectionDto']): string =>
  facts({
    pages: collection.pages,
    relevant: collection.relevant,
    duplicates: collection.duplicates,
    domains: collection.domainCount,
    'relevant domains': collection.relevantDomainCount,
    behind: collection.behind,
  });

const PAGE_ROW = {
  head: ['found', 'relevant', 'probability', 'sessions', 'title', 'url'],
  words: [0, 1, 4, 5],
  cells: (page: Page) => [
    moment(page.firstFoundAt),
    `${page.relevant ? 'yes' : 'no'}${page.label === null ? '' : ' (label)'}${page.goneAt === null ? '' : ', gone'}`,
    page.probability.toFixed(2),
    `${page.sessionCount}`,
    oneLine(page.title ?? '').slice(0, 60),
    page.url,
  ],
  none: 'No pages',
};

const DOMAIN_ROW = {
  head: ['domain', 'relevant', 'pages', 'share', 'at least', 'found'],
  words: [0, 5],
  cells: (domain: Domain) => [
    domain.name,
    `${domain.relevant}`,
    `${domain.pages}`,
    percent(domain.share),
    percent(domain.shareAtLeast),
    moment(domain.firstFoundAt),
  ],
  none: 'No domains',
};
