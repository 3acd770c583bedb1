import { type Gleaner, hasEnded, type Schemas } from '#client';
import { type Command, Option } from 'commander';
import { readJson } from '../files.js';
import { choicesOf, integerFrom, jsonObject, time } from '../option-values.js';
import { percent, type Screen } from '../screen.js';
import { type ServiceArguments, serviceOptions, withNamedService } from '../service-options.js';
import { oneLine } from '../terminal.js';
import { defineCollectionExport } from './collection-export.js';
import { defineShares } from './shares.js';
import { facts, type ListArguments, listOptions, moment, perCall, showList } from './lists.js';
import { given, objectCommand, showObject, type WaitArguments } from './objects.js';
import { COLLECTED_DOMAIN_SORTS, COLLECTED_PAGE_SORTS, directionOption, type OrderArguments } from './orders.js';
import { MOST_FETCHES } from './session-input.js';
import { sessionText } from './session-text.js';

type Page = Schemas['CollectedPageDto'];
type Domain = Schemas['CollectedDomainDto'];

const VERDICTS = choicesOf<Domain['verdict']>({ keep: true, reject: true, undecided: true });

interface FoundArguments extends ListArguments, OrderArguments {
  readonly relevant?: boolean;
  readonly search?: string;
  readonly since?: string;
  readonly newSince?: string;
  readonly seedDomains?: boolean;
}
interface PagesArguments extends FoundArguments {
  readonly domain?: string;
  readonly language?: string;
  readonly duplicates?: boolean;
  readonly labelled?: boolean;
  readonly gone?: boolean;
  readonly tag?: string;
  readonly sort?: (typeof COLLECTED_PAGE_SORTS)[number];
}
interface JudgeArguments extends WaitArguments {
  readonly keep?: string[];
  readonly reject?: string[];
  readonly undecided?: string[];
  readonly relevant?: string[];
  readonly notRelevant?: string[];
  readonly unlabelled?: string[];
  readonly tags?: string[];
  readonly note?: string;
  readonly file?: string;
}
interface GatherArguments extends WaitArguments {
  readonly domains: string[];
  readonly fetches: number;
  readonly policy?: string;
  readonly settings?: Record<string, unknown>;
}
interface DomainArguments extends ServiceArguments {
  readonly fetch?: boolean;
}
interface DomainsArguments extends FoundArguments {
  readonly verdict?: Domain['verdict'];
  readonly tag?: string;
  readonly sort?: (typeof COLLECTED_DOMAIN_SORTS)[number];
}

/** Options for both pages and domains of a collection. */
const foundOptions = (command: Command, what: string): Command =>
  directionOption(listOptions(command, what))
    .argument('<topic>', 'id of the topic')
    .option('--since <time>', `only ${what} first found at or after this time`, time)
    .option('--new-since <session>', `only ${what} new since this session: neither it nor earlier sessions found them`)
    .option('--seed-domains', "only those on the seeds' domains")
    .option('--no-seed-domains', "only those outside of the seeds' domains");

const foundQuery = ({ search, since, newSince, seedDomains, order, ...args }: FoundArguments) =>
  given({
    ...{ search, foundSince: since, newSinceSession: newSince, seedDomain: seedDomains, order },
    first: perCall(args),
  });

/** `gleaner collection`. */
export function defineCollection(command: Command): void {
  defineShow(command);
  definePages(command);
  defineDomains(command);
  defineDomain(command);
  defineCollectionExport(command.command('export'));
  defineShares(command);
  defineJudge(command);
  defineGather(command);
  defineRebuild(command);
}

function defineShow(command: Command): void {
  objectCommand(
    command,
    'show',
    'topic',
    'show counts of the pages and domains of a topic',
    async (id, args, gleaner, screen) => {
      const collection = await gleaner.get('/v1/topics/{id}/collection', { params: { path: { id } } });
      showObject(collection, args, collectionText, screen);
    },
  );
}

function definePages(command: Command): void {
  foundOptions(
    command.command('pages').description('list or search the pages that a topic has found over all its sessions'),
    'pages',
  )
    .option('--relevant', 'only relevant pages')
    .option('--no-relevant', 'only other pages')
    .option('--domain <name>', 'only pages of this domain')
    .option('--language <code>', 'only pages in this language, such as en')
    .option('--no-duplicates', 'only one page of those with equal text')
    .option('--labelled', 'only pages that people have labelled')
    .option('--no-labelled', 'only pages that nobody has labelled')
    .option('--gone', 'only pages that are gone from the web')
    .option('--no-gone', 'only others')
    .option('--tag <word>', 'only pages with this tag')
    .option('--search <words>', 'only pages with these words: `a "phrase" -without (this or that) begin*`')
    .addOption(new Option('--sort <by>', 'order of the pages').choices(COLLECTED_PAGE_SORTS))
    .action(
      (id: string, { relevant, domain, language, duplicates, labelled, gone, tag, sort, ...args }: PagesArguments) =>
        withNamedService(args, async (gleaner, screen) => {
          const duplicate = duplicates === false ? false : undefined;
          const query = given({
            ...foundQuery(args),
            relevant,
            domain,
            language,
            duplicate,
            labelled,
            gone,
            tag,
            sort,
          });
          await showList(gleaner.list('/v1/topics/{id}/pages', { path: { id }, query }), args, PAGE_ROW, screen);
        }),
    );
}

function defineDomains(command: Command): void {
  foundOptions(
    command.command('domains').description('list the domains that a topic has found over all its sessions'),
    'domains',
  )
    .option('--relevant', 'only domains with relevant pages')
    .addOption(new Option('--verdict <verdict>', 'only domains with this verdict').choices(VERDICTS))
    .option('--tag <word>', 'only domains with this tag')
    .option('--search <text>', 'only domains with this text in their name')
    .addOption(new Option('--sort <by>', 'order of the domains').choices(COLLECTED_DOMAIN_SORTS).default('relevant'))
    .action((id: string, { relevant, verdict, tag, sort, ...args }: DomainsArguments) =>
      withNamedService(args, async (gleaner, screen) => {
        const query = given({ ...foundQuery(args), relevant, verdict, tag, sort });
        await showList(gleaner.list('/v1/topics/{id}/domains', { path: { id }, query }), args, DOMAIN_ROW, screen);
      }),
    );
}

function defineDomain(command: Command): void {
  serviceOptions(
    command.command('domain').description("show a domain's profile: its home page, best pages, neighbours, and more"),
  )
    .argument('<topic>', 'id of the topic')
    .argument('<name>', 'name of the domain, such as example.org')
    .option('--fetch', 'fetch its home page first, if no session has it')
    .action((id: string, name: string, { fetch, ...args }: DomainArguments) =>
      withNamedService(
        args,
        async (gleaner, screen) => {
          const params = { path: { id, name } };
          if (fetch === true) {
            const job = await gleaner.post('/v1/topics/{id}/domains/{name}/home', { params });
            await gleaner.waitForJob(job.id);
          }
          const domain = await gleaner.get('/v1/topics/{id}/domains/{name}', { params });
          showObject(domain, args, domainText, screen);
        },
        fetch === true ? 'all' : 'api',
      ),
    );
}

function defineJudge(command: Command): void {
  objectCommand<JudgeArguments>(
    command,
    'judge',
    'topic',
    'judge domains and pages; --json prints the earlier verdicts, which --file takes to undo the call',
    judge,
  )
    .option('--keep <domains>', 'domains in which further sessions begin, separated by commas', names)
    .option('--reject <domains>', 'domains that further sessions avoid, separated by commas', names)
    .option('--undecided <domains>', 'domains whose verdict is withdrawn, separated by commas', names)
    .option('--relevant <keys>', 'relevant pages, by their keys', names)
    .option('--not-relevant <keys>', 'irrelevant pages, by their keys', names)
    .option('--unlabelled <keys>', 'pages whose label is withdrawn, by their keys', names)
    .option('--tags <words>', 'tags for all of them; replaces their tags', names)
    .option('--note <text>', 'note for all of them; replaces their notes')
    .option('--file <file>', 'remarks as JSON, as POST /v1/topics/{id}/verdicts takes them');
}

function defineGather(command: Command): void {
  objectCommand<GatherArguments>(
    command,
    'gather',
    'topic',
    'start a session that crawls only the given domains, exhaustively',
    async (id, { domains, fetches, policy, settings, ...args }, gleaner, screen) => {
      const session = await gleaner.post('/v1/topics/{id}/gather', {
        params: { path: { id } },
        body: given({ domains, fetches, policy, session: settings }),
      });
      const shown = args.wait === true ? await gleaner.waitForSession(session.id, { until: hasEnded }) : session;
      showObject(shown, args, (one) => sessionText(one), screen);
    },
  )
    .requiredOption('--domains <names>', 'domains of the collection, separated by commas', names)
    .requiredOption('--fetches <n>', 'maximum number of pages, over all domains', integerFrom(1, MOST_FETCHES))
    .option('--policy <name>', 'policy of the session')
    .option('--settings <json>', 'further settings, as POST /v1/topics/:id/sessions takes them', jsonObject)
    .option('--wait', 'wait for the end');
}

function defineRebuild(command: Command): void {
  objectCommand<WaitArguments>(
    command,
    'rebuild',
    'topic',
    "rebuild a topic's collection from its sessions",
    async (id, args, gleaner, screen) => {
      const job = await gleaner.post('/v1/topics/{id}/collection/rebuild', { params: { path: { id } } });
      const shown = args.wait === true ? await gleaner.waitForJob(job.id) : job;
      showObject(shown, args, ({ id: jobId, state }) => `Job ${jobId}: ${state}`, screen);
    },
  ).option('--wait', 'wait for the end');
}

/** Several names, separated by commas. */
const names = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

type Remarks = Schemas['JudgeCollectedInput'];

async function judge(id: string, args: JudgeArguments, gleaner: Gleaner, screen: Screen): Promise<void> {
  const { keep = [], reject = [], undecided = [], relevant = [], notRelevant = [], unlabelled = [], tags, note } = args;
  const ofDomains = { keep, reject, undecided };
  const ofPages = { relevant, 'not-relevant': notRelevant, undecided: unlabelled };
  const body: Remarks =
    args.file === undefined
      ? {
          domains: entries(ofDomains).flatMap(([verdict, all]) =>
            all.map((name) => given({ name, verdict, tags, note })),
          ),
          pages: entries(ofPages).flatMap(([verdict, all]) => all.map((key) => given({ key, verdict, tags, note }))),
        }
      : ((await readJson('--file', args.file)) as Remarks);
  const before = await gleaner.post('/v1/topics/{id}/verdicts', { params: { path: { id } }, body });
  showObject(
    before,
    args,
    ({ pages, domains }) => `Judged ${pages.length} pages and ${domains.length} domains`,
    screen,
  );
}

const entries = <K extends string>(lists: Readonly<Record<K, readonly string[]>>) =>
  Object.entries(lists) as [K, readonly string[]][];

const collectionText = (collection: Schemas['CollectionDto']): string =>
  facts({
    pages: collection.pages,
    relevant: collection.relevant,
    duplicates: collection.duplicates,
    domains: collection.domainCount,
    'relevant domains': collection.relevantDomainCount,
    behind: collection.behind,
  });

function domainText({ profile, ...domain }: Schemas['CollectedDomainDetailsDto']): string {
  const { home, summary, words, bestPages, path, linkedFrom, linksTo } = profile;
  const names = (list: typeof linksTo): string => list.map(({ name }) => name).join(', ');
  const about = facts({
    domain: domain.name,
    summary: summary === null ? '' : oneLine(summary),
    language: home?.language ?? '',
    verdict: domain.verdict,
    words: words.join(', '),
    relevant: `${domain.relevant} of ${domain.pages} pages: ${percent(domain.share)}, between ${percent(domain.shareAtLeast)} and ${percent(profile.shareAtMost)}`,
    unfetched: `${domain.unfetched}, of which about ${Math.round(domain.expected)} are relevant`,
    'led to': `${domain.ledTo} relevant pages of other domains`,
    path: path.map(({ name }) => name).join(' → '),
    'linked from': names(linkedFrom),
    'links to': names(linksTo),
    robots: profile.robots,
    icon: profile.icon,
  });
  const best = bestPages.map((page) => `  ${page.probability.toFixed(2)} ${oneLine(page.title ?? '')} ${page.url}`);
  return [about, ...(best.length > 0 ? ['best pages:', ...best] : [])].join('\n');
}

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
  head: ['domain', 'verdict', 'relevant', 'pages', 'share', 'at least', 'expected', 'led to', 'found'],
  words: [0, 1, 8],
  cells: (domain: Domain) => [
    domain.name,
    domain.verdict === 'undecided' ? '' : domain.verdict,
    `${domain.relevant}`,
    `${domain.pages}`,
    percent(domain.share),
    percent(domain.shareAtLeast),
    `${Math.round(domain.expected)}`,
    `${domain.ledTo}`,
    moment(domain.firstFoundAt),
  ],
  none: 'No domains',
};
