import { z } from 'zod';
import { note, rounded, share, topicId } from '../parts.js';
import { defineTool, READS } from '../tool.js';
import { marked, short, UNTRUSTED } from '../web-text.js';

const TITLE_CHARS = 120;
const SUMMARY_CHARS = 300;
const URL_CHARS = 500;
const WORD_CHARS = 60;
/** Sites shown on each side. */
const NEIGHBOURS = 10;

const neighbour = z.object({
  site: z.string(),
  pages: z.int().describe('Pages with such a link'),
  collected: z.boolean().describe('Whether the topic has pages of it'),
});

export const describeSite = defineTool({
  name: 'describe_site',
  title: 'Describe a web site of a topic',
  description:
    'Describes a web site by the pages that a topic has found there over all its sessions: its subject, its share of relevant pages, its best pages, how it was reached, ' +
    'and the sites around it. Nothing is fetched. Take the site from list_collected_domains.',
  input: z.strictObject({
    topic_id: topicId,
    site: z.string().min(1).max(253).describe('The web site, such as example.org'),
  }),
  output: z.object({
    site: z.string(),
    title: z.string().nullable().describe('Of its home page. Null: the home page was not fetched'),
    summary: z.string().nullable(),
    language: z.string().nullable(),
    words: z.array(z.string()).describe('Words that stand more often in its pages than in those of other sites'),
    relevant_pages: z.int(),
    pages: z.int(),
    share_at_least: z.number().describe('Share of relevant pages: lower end of a 95% interval'),
    share_at_most: z.number().describe('Its upper end'),
    unfetched_pages: z.int().describe('Further pages of which the address is known'),
    expected_relevant: z.number().describe('Relevant pages expected among these, with caution'),
    led_to: z.int().describe('Relevant pages of other sites that were reached by a link from it'),
    verdict: z.string().describe('Of people: keep, reject or undecided'),
    best_pages: z.array(z.object({ url: z.string(), title: z.string(), probability: z.number() })),
    path: z.array(z.string()).describe('Sites from the seed to its first page, itself last'),
    linked_from: z.array(neighbour),
    links_to: z.array(neighbour),
    note,
  }),
  hints: READS,
  run: async ({ topic_id, site }, gleaner, signal) => {
    const { profile, ...domain } = await gleaner.get('/v1/topics/{id}/domains/{name}', {
      params: { path: { id: topic_id, name: site } },
      signal,
    });
    const sites = (list: typeof profile.linksTo) =>
      list.slice(0, NEIGHBOURS).map(({ name, pages, collected }) => ({ site: name, pages, collected }));
    const data = {
      site: domain.name,
      title: profile.home?.title == null ? null : short(profile.home.title, TITLE_CHARS),
      summary: profile.summary === null ? null : short(profile.summary, SUMMARY_CHARS),
      language: profile.home?.language ?? null,
      words: profile.words.map((word) => short(word, WORD_CHARS)),
      relevant_pages: domain.relevant,
      pages: domain.pages,
      share_at_least: rounded(domain.shareAtLeast),
      share_at_most: rounded(profile.shareAtMost),
      unfetched_pages: domain.unfetched,
      expected_relevant: rounded(domain.expected),
      led_to: domain.ledTo,
      verdict: domain.verdict,
      best_pages: profile.bestPages.map(({ url, title, probability }) => ({
        url: short(url, URL_CHARS),
        title: short(title, TITLE_CHARS),
        probability: rounded(probability),
      })),
      path: profile.path.map(({ name }) => name),
      linked_from: sites(profile.linkedFrom),
      links_to: sites(profile.linksTo),
      note: UNTRUSTED,
    };
    return { data, text: textOf(data) };
  },
});

interface Site {
  readonly site: string;
}

function textOf(site: {
  readonly site: string;
  readonly title: string | null;
  readonly summary: string | null;
  readonly words: readonly string[];
  readonly relevant_pages: number;
  readonly pages: number;
  readonly share_at_least: number;
  readonly share_at_most: number;
  readonly unfetched_pages: number;
  readonly expected_relevant: number;
  readonly led_to: number;
  readonly verdict: string;
  readonly best_pages: readonly { readonly url: string; readonly title: string; readonly probability: number }[];
  readonly path: readonly string[];
  readonly linked_from: readonly Site[];
  readonly links_to: readonly Site[];
}): string {
  const names = (list: readonly Site[]): string => list.map((one) => one.site).join(', ') || '-';
  return [
    `${site.site}: ${site.relevant_pages} of ${site.pages} pages relevant (${share(site.share_at_least)} to ${share(site.share_at_most)}), verdict: ${site.verdict}`,
    `${site.unfetched_pages} known pages are not fetched; ${site.expected_relevant} relevant ones are expected among them. It led to ${site.led_to} relevant pages of other sites.`,
    `Path: ${site.path.join(' > ') || '-'}`,
    `Linked from: ${names(site.linked_from)}`,
    `Links to: ${names(site.links_to)}`,
    UNTRUSTED,
    marked(
      [
        site.title ?? 'No home page.',
        ...(site.summary === null ? [] : [site.summary]),
        `Words: ${site.words.join(', ') || '-'}`,
        ...site.best_pages.map((page) => `${page.probability} ${page.title}\n  ${page.url}`),
      ].join('\n'),
    ),
  ].join('\n');
}
