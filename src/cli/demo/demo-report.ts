import type { ServiceClient } from '../service-client.js';
import type { Schemas, Session } from '#client';
import { percent, table } from '../screen.js';
import { topDomains, type TopDomain } from '../top-domains.js';
import type { TrueHarvest } from './true-harvest.js';

export interface DemoRun {
  readonly session: Session;
  readonly truth: TrueHarvest;
  readonly seconds: number;
}
interface DemoWhy {
  readonly step: number;
  readonly why: Omit<Schemas['PageWhyDto'], 'policyVersion' | 'chosenAfter'>;
}

/** Choices examined to find one that shows how the policy decides: neither random nor a seed. */
const WHY_TRIES = 15;

/** Explains the choice of a late relevant page, if the policy gives explanations. */
export async function findWhy(client: ServiceClient, { session, truth }: DemoRun): Promise<DemoWhy | null> {
  for (const step of truth.agreedSteps.slice(-WHY_TRIES).reverse()) {
    const why = await client.why(session.id, step);
    if (!why.exploration && why.link !== null) return { step, why };
  }
  return null;
}

const share = (part: number, whole: number): string => percent(whole === 0 ? null : part / whole);

export function comparison(runs: readonly DemoRun[]): string {
  return table([
    ['policy', 'pages', 'harvest rate', 'by WordNet', 'relevant domains', 'by WordNet', 'seconds'],
    ...runs.map(({ session, truth, seconds }) => [
      session.policy,
      String(session.fetched),
      percent(session.harvestRate),
      share(truth.relevant, truth.pages),
      String(session.relevantDomainCount),
      String(truth.relevantDomains),
      seconds.toFixed(1),
    ]),
  ]);
}

export async function domainTable(client: ServiceClient, session: Session): Promise<string> {
  const domains = await topDomains(client, session.id);
  return table([
    ['domain', 'relevant', 'pages', 'harvest rate', 'first found at step'],
    ...domains.map((domain: TopDomain) => [
      domain.name,
      String(domain.relevant),
      String(domain.fetched),
      percent(domain.harvestRate),
      String(domain.firstRelevantStep ?? '-'),
    ]),
  ]);
}

/**
 * Rules from root to leaf without those made redundant by a later rule on the same side of the same feature: a path
 * only narrows.
 */
function tightest(rules: readonly string[]): string[] {
  const bySide = new Map(rules.map((rule) => [rule.replace(/[-\d.e+]+$/, ''), rule]));
  return [...bySide.values()];
}

export function whyLines({ step, why }: DemoWhy): string[] {
  const lines = [`Why was page ${step} fetched?  ${why.path[why.path.length - 1]?.url ?? ''}`];
  if (why.link !== null) lines.push(`  link      "${why.link.anchor}" on ${why.link.sourceUrl}`);
  const value = why.value === null ? '-' : why.value.toFixed(3);
  const rank = why.rank === null || why.options === null ? '' : `, rank ${why.rank} of ${why.options} compared`;
  lines.push(`  choice    value ${value}${rank}, by ${why.policy}`);
  if (why.terms !== null)
    lines.push(
      `  because   ${Object.entries(why.terms)
        .map(([name, text]) => `${name}: ${text}`)
        .join('; ')}`,
    );
  if (why.features !== null) {
    lines.push(
      `  features  ${Object.entries(why.features)
        .map(([name, number]) => `${name} ${Number(number.toFixed(3))}`)
        .join(', ')}`,
    );
  }
  if (why.leaf !== null)
    lines.push(
      `  leaf      ${why.leaf.id}: ${why.leaf.rules.length === 0 ? 'the root' : tightest(why.leaf.rules).join(' and ')}`,
    );
  lines.push(
    `  path      ${why.path.map((page) => `${page.relevant ? '+' : '-'}${page.title?.split(' - ')[0] ?? page.url}`).join(' > ')}`,
  );
  return lines;
}

/**
 * Instructions for a service that keeps running: settings and commands to paste into another terminal, including those
 * of the README's tour.
 */
export function nextSteps(url: string, topicId: string, sessionId: string): string[] {
  const json = "-H 'content-type: application/json'";
  const session = '$GLEANER_URL/v1/sessions/$SESSION';
  return [
    'The service keeps running until Ctrl-C.',
    `Console: ${url}/sessions/${sessionId}`,
    `The APIs: ${url}/docs (REST), ${url}/graphiql (GraphQL).`,
    'In another terminal:',
    '',
    `export GLEANER_URL=${url}`,
    `export TOPIC=${topicId}`,
    `export SESSION=${sessionId}`,
    '',
    `curl "${session}"`,
    `curl "${session}/domains?first=10&relevant=true"`,
    `curl "${session}/pages/export?format=jsonl&relevant=true"`,
    `curl -X POST "${session}/extend" ${json} -d '{"fetches":500}'`,
    `curl -X POST "$GLEANER_URL/v1/topics/$TOPIC/sessions" ${json} -d '{"policy":"best-first","budget":{"fetches":500},"hostDelayMs":0}'`,
  ];
}

/** Instructions for viewing the sessions after the demo: they stay in its database. */
export const reopenSteps = (dataDir: string, sessionId: string): string[] => [
  `The sessions stay in ${dataDir}. To see them in the console, start the service on that folder:`,
  `  npm start -- --data ${dataDir} --port 3000       (npx gleaner serve --data ${dataDir} --port 3000)`,
  `and open http://127.0.0.1:3000/sessions/${sessionId}`,
  'To crawl on the demo web as well, run the demo with --keep.',
];
