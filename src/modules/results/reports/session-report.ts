import { escaped, htmlDocument, linePlot, shown } from '../../../platform/html/index.js';
import type { ResultsService } from '../results/index.js';
import type { Session } from '../../crawl/sessions/index.js';
import type { Topic } from '../../topics/topics/index.js';
import { keywordsInWords, minute, num, pageRow, percentage, tablePart } from './report-parts.js';

type Node<Of> = Of extends { readonly edges: readonly { readonly node: infer Row }[] } ? Row : never;

interface Contents {
  readonly session: Session;
  readonly topic: Topic;
  readonly keywords: readonly string[];
  /** The most probable ones. */
  readonly pages: readonly Node<Awaited<ReturnType<ResultsService['pagesOf']>>>[];
  readonly domains: readonly Node<Awaited<ReturnType<ResultsService['domainsOf']>>>[];
  readonly series: Awaited<ReturnType<ResultsService['seriesOf']>>;
  readonly failures: Awaited<ReturnType<ResultsService['failureCountsOf']>>;
}

const spelled = (word: string): string => word.toLowerCase().replaceAll('_', ' ');

/** @returns a session as one HTML file */
export function sessionReport(contents: Contents): string {
  const { session, topic, keywords, pages, domains, series, failures } = contents;
  const { fetched, relevant, config } = session;
  const reason = session.stateReason === null ? '' : ` (${spelled(session.stateReason)})`;
  const facts = [
    { name: 'Topic', value: topic.name },
    { name: 'Keywords', value: keywordsInWords(keywords) },
    { name: 'Policy', value: session.policy },
    { name: 'State', value: `${spelled(session.state)}${reason}` },
    { name: 'Started', value: minute(session.startedAt ?? session.createdAt) },
    ...(session.finishedAt === null ? [] : [{ name: 'Ended', value: minute(session.finishedAt) }]),
    { name: 'Relevant pages', value: `${shown(relevant)} of ${shown(fetched)}` },
    { name: 'Relevant domains', value: `${shown(session.relevantDomainCount)} of ${shown(session.domainCount)}` },
    { name: 'Harvest rate', value: percentage(fetched === 0 ? null : relevant / fetched).text },
    ...(config.budget.fetches === undefined
      ? []
      : [{ name: 'Budget', value: `${shown(config.budget.fetches)} fetches` }]),
    { name: 'Seeds', value: shown(session.seeds.length) },
  ];
  const note = session.note === '' ? '' : `<div class="notes"><p dir="auto">${escaped(session.note)}</p></div>`;
  const curve = series.map(({ completed, relevant: found }) => [completed, found] as const);
  const plot =
    curve.length === 0
      ? ''
      : `<section><h2>Harvest</h2><div class="plots alone">${linePlot('Relevant pages found', ['fetches', 'relevant pages'], curve)}</div></section>`;
  const body = [
    note,
    plot,
    tablePart(
      'Domains with relevant pages',
      ['domain', 'relevant', 'pages', 'harvest rate'],
      domains.map((domain) => [
        { text: domain.name },
        num(domain.relevant),
        num(domain.fetched),
        percentage(domain.harvestRate),
      ]),
      session.relevantDomainCount,
    ),
    tablePart('Relevant pages, most probable first', ['page', 'excerpt', 'probability'], pages.map(pageRow), relevant),
    tablePart(
      'Failures',
      ['reason', 'fetches'],
      failures.map(({ means, httpStatus, count }) => [
        { text: httpStatus === null ? means : `${means} (${httpStatus})` },
        num(count),
      ]),
    ),
  ];
  return htmlDocument(session.name ?? `${topic.name}: ${session.policy}`, facts, body.join(''));
}
