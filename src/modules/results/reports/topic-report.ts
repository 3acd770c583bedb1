import { escaped, htmlDocument, shown } from '../../../platform/html/index.js';
import type { CollectionsService } from '../collections/index.js';
import type { Session } from '../../crawl/sessions/index.js';
import type { Topic } from '../../topics/topics/index.js';
import { day, keywordsInWords, num, pageRow, percentage, tablePart } from './report-parts.js';

type Node<Of> = Of extends { readonly edges: readonly { readonly node: infer Row }[] } ? Row : never;

interface Contents {
  readonly topic: Topic;
  readonly keywords: readonly string[];
  readonly collection: Awaited<ReturnType<CollectionsService['get']>>;
  /** The most probable ones. */
  readonly pages: readonly Node<Awaited<ReturnType<CollectionsService['pagesOf']>>>[];
  readonly domains: readonly Node<Awaited<ReturnType<CollectionsService['domainsOf']>>>[];
  /** The newest ones. */
  readonly sessions: readonly Session[];
}

/** @returns the collection of a topic as one HTML file */
export function topicReport({ topic, keywords, collection, pages, domains, sessions }: Contents): string {
  const facts = [
    { name: 'Keywords', value: keywordsInWords(keywords) },
    { name: 'Relevant pages', value: `${shown(collection.relevant)} of ${shown(collection.pages)}` },
    {
      name: 'Relevant domains',
      value: `${shown(collection.relevantDomainCount)} of ${shown(collection.domainCount)}`,
    },
    { name: 'Seeds', value: shown(topic.seedCount) },
  ];
  const about = topic.description === '' ? '' : `<p dir="auto">${escaped(topic.description)}</p>`;
  const body = [
    about,
    tablePart(
      'Domains, most relevant pages first',
      ['domain', 'relevant', 'pages', 'share at least', 'found', 'verdict'],
      domains.map((domain) => [
        { text: domain.name, ...(domain.note !== '' && { small: domain.note }) },
        num(domain.relevant),
        num(domain.pages),
        percentage(domain.shareAtLeast),
        { text: day(domain.firstFoundAt) },
        { text: domain.verdict === 'undecided' ? '' : domain.verdict },
      ]),
      collection.relevantDomainCount,
    ),
    tablePart(
      'Relevant pages, most probable first',
      ['page', 'excerpt', 'probability'],
      pages.map(pageRow),
      collection.relevant,
    ),
    tablePart(
      'Newest sessions',
      ['session', 'started', 'fetches', 'relevant', 'relevant domains'],
      sessions.map((session) => [
        { text: session.name ?? session.policy, small: session.state.toLowerCase() },
        { text: day(session.startedAt ?? session.createdAt) },
        num(session.fetched),
        num(session.relevant),
        num(session.relevantDomainCount),
      ]),
    ),
  ];
  return htmlDocument(topic.name, facts, body.join(''));
}
