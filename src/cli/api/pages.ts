import type { Domain, Page } from '#client';
import { type Command, Option } from 'commander';
import { integerFrom } from '../option-values.js';
import { percent } from '../screen.js';
import { type ServiceArguments, serviceOptions, withNamedService } from '../service-options.js';
import { type ListArguments, listOptions, perCall, showList } from './lists.js';
import { directionOption, DOMAIN_SORTS, type OrderArguments, PAGE_SORTS } from './orders.js';

const FORMATS = ['text', 'html', 'markdown'] as const;
const MOST_STEPS = 2_147_483_647;

interface PagesArguments extends ListArguments, OrderArguments<(typeof PAGE_SORTS)[number]> {
  readonly relevant?: boolean;
  readonly domain?: string;
  readonly outcome?: Page['outcome'];
  readonly search?: string;
}

/** `gleaner pages`. */
export function definePages(command: Command): void {
  const pages = listOptions(command.command('list').description('list or search the pages of a session'), 'pages')
    .argument('<session>', 'id of the session')
    .option('--relevant', 'only relevant pages')
    .option('--no-relevant', 'only other pages')
    .option('--domain <name>', 'only pages of this domain')
    .option('--outcome <name>', 'only steps with this outcome, such as page or timeout')
    .option('--search <words>', 'only pages with these words: `a "phrase" -without (this or that) begin*`')
    .addOption(new Option('--sort <by>', 'order of the pages').choices(PAGE_SORTS));
  directionOption(pages).action(
    (id: string, { relevant, domain, outcome, search, sort, order, ...args }: PagesArguments) =>
      withNamedService(args, async (gleaner, screen) => {
        const query = { relevant, domain, outcome, search, sort, order, first: perCall(args) };
        await showList(gleaner.pages(id, query), args, PAGE_ROW, screen);
      }),
  );
  serviceOptions(command.command('text').description('print the text of a page'))
    .argument('<session>', 'id of the session')
    .argument('<step>', 'number of the page, as the list shows it', integerFrom(0, MOST_STEPS))
    .addOption(
      new Option('--format <format>', 'html and markdown: only of sessions with an archive')
        .choices(FORMATS)
        .default('text'),
    )
    .action((id: string, step: number, args: ServiceArguments & { readonly format: (typeof FORMATS)[number] }) =>
      withNamedService(args, async (gleaner, screen) => {
        const init = { params: { path: { id, step }, query: { format: args.format } } };
        const text = await new Response(await gleaner.download('/v1/sessions/{id}/pages/{step}/content', init)).text();
        if (args.json === true) screen.json({ sessionId: id, step, format: args.format, text });
        else screen.line(text);
      }),
    );
}

interface DomainsArguments extends ListArguments, OrderArguments<(typeof DOMAIN_SORTS)[number]> {
  readonly relevant?: boolean;
  readonly search?: string;
}

/** `gleaner domains`. */
export function defineDomains(command: Command): void {
  const domains = listOptions(command, 'domains')
    .argument('<session>', 'id of the session')
    .option('--relevant', 'only domains with relevant pages')
    .option('--search <text>', 'only domains with this text in their name')
    .addOption(new Option('--sort <by>', 'order of the domains').choices(DOMAIN_SORTS).default('relevant'));
  directionOption(domains).action((id: string, { relevant, search, sort, order, ...args }: DomainsArguments) =>
    withNamedService(args, async (gleaner, screen) => {
      const query = { relevant, search, sort, order, first: perCall(args) };
      await showList(gleaner.domains(id, query), args, DOMAIN_ROW, screen);
    }),
  );
}

const PAGE_ROW = {
  head: ['step', 'relevant', 'probability', 'outcome', 'title', 'url'],
  words: [1, 3, 4, 5],
  cells: (page: Page) => [
    `${page.step}`,
    page.relevant ? 'yes' : 'no',
    page.probability.toFixed(2),
    page.outcome,
    (page.title ?? '').slice(0, 60),
    page.url,
  ],
  none: 'No pages',
};

const DOMAIN_ROW = {
  head: ['domain', 'relevant', 'pages', 'failed', 'harvest rate'],
  cells: (domain: Domain) => [
    domain.name,
    `${domain.relevant}`,
    `${domain.fetched}`,
    `${domain.failed}`,
    percent(domain.harvestRate),
  ],
  none: 'No domains',
};
