import type { Chance } from '../../../domain/base/chance.js';
import { Draw } from './draw.js';
import { INDEX_PAGE, indexPages, NOTICES, type Notice, type Site, type SiteMap, type Target } from './sites.js';
import type { RelationKind, Wordnet } from './wordnet.js';

export interface DemoLink {
  readonly url: string;
  readonly text: string;
}
export type Inline = string | DemoLink;
export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly (readonly Inline[])[] };

/** A page before it becomes HTML. */
export interface PageContent {
  readonly site: Site;
  readonly title: string;
  readonly description: string;
  readonly menu: readonly DemoLink[];
  /** From the site's home page to the page's parent. */
  readonly trail: readonly DemoLink[];
  readonly blocks: readonly Block[];
  readonly asides: readonly { readonly title: string; readonly links: readonly DemoLink[] }[];
  readonly footer: readonly DemoLink[];
}

/** Links of a page in document order, including repetitions. */
export function* linksOf(content: PageContent): Generator<DemoLink> {
  yield* content.menu;
  yield* content.trail;
  for (const block of content.blocks) {
    const inlines = block.kind === 'paragraph' ? block.inlines : block.kind === 'list' ? block.items.flat() : [];
    for (const inline of inlines) if (typeof inline !== 'string') yield inline;
  }
  for (const aside of content.asides) yield* aside.links;
  yield* content.footer;
}

/** Relations shown as lists, in the order of the page. Hypernyms have a paragraph of their own. */
const SECTIONS: readonly { readonly title: string; readonly kinds: readonly RelationKind[] }[] = [
  { title: 'Kinds', kinds: ['hyponym', 'instance'] },
  { title: 'What it is made of', kinds: ['part', 'member', 'substance'] },
  { title: 'Where it belongs', kinds: ['part of', 'member of', 'substance of'] },
  { title: 'Opposites', kinds: ['antonym'] },
  { title: 'Similar words', kinds: ['similar to', 'also see', 'verb group', 'entailment', 'cause', 'attribute'] },
  { title: 'Related words', kinds: ['derivation', 'pertains to', 'participle of'] },
  { title: 'Subject and usage', kinds: ['topic', 'region', 'usage', 'topic term', 'region term', 'usage term'] },
];
/**
 * Longest list of a page: like on a real site, the index leads to the rest of a large family. Keeps pages below 15 KB.
 */
const LIST_LENGTH = 24;
const TRAIL_LENGTH = 4;
const OTHER_SENSES = 6;
/** Words of a gloss that become links to the entries they name, on any site: the web's long-range links. */
const GLOSS_LINKS = 3;
/** Minimum number of gloss words per link: a sentence made of links alone counts as navigation. */
const WORDS_PER_LINK = 4;
/** Otherwise a word links to any of its senses, like a careless editor's link. */
const FIRST_SENSE_SHARE = 0.7;
const LINKED_WORD = /[a-z]{4,}/g;
/** Words of four or more letters that name something in WordNet but mean nothing in a gloss. */
const UNLINKED = new Set(
  (
    'about above across after also another around been before being below between both down each either especially even from given have having ' +
    'high into kind less like little long made make many more most much near often only other over part person same several small some someone ' +
    'something such than that their them then there they thing this through time together type under upon used using usually various very well ' +
    'when where which while whose will with within without work'
  ).split(' '),
);

const KIND_SENTENCES = [
  '{} is a kind of ',
  'People who look up {} also read about ',
  'In the wider sense, {} belongs to ',
  '{} comes under ',
];

interface PageWriter {
  write(target: Target): PageContent;
}

export function createPageWriter(wordnet: Wordnet, map: SiteMap, chance: Chance): PageWriter {
  const firstLemmas: (string | undefined)[] = new Array<string | undefined>(wordnet.size);
  const firstLemma = (synset: number): string => (firstLemmas[synset] ??= wordnet.lemmas(synset)[0]);
  const link = (synset: number, text = firstLemma(synset)): DemoLink => ({ url: map.entryUrl(synset), text });
  const item = (synset: number, text?: string): Inline[] => [
    link(synset, text),
    `: ${wordnet.gloss(synset).definition}`,
  ];
  const anySynset = (...keys: number[]): number => chance.below(wordnet.size, ...keys);
  const inSite = (site: Site, ...keys: number[]): number => site.entries[chance.below(site.entries.length, ...keys)];

  const menu = (site: Site): DemoLink[] => [
    { url: map.homeUrl(site), text: site.title },
    { url: map.homeUrl(site), text: 'Home' },
    { url: map.indexUrl(site, 1), text: 'A to Z' },
    ...[0, 1, 2].map((i) => link(inSite(site, Draw.Popular, site.no, i))),
    { url: map.noticeUrl(site, 'search'), text: 'Search' },
    { url: map.noticeUrl(site, 'about'), text: 'About us' },
  ];
  const footer = (site: Site): DemoLink[] => [
    ...NOTICES.filter((notice) => notice !== 'search').map((notice) => ({
      url: map.noticeUrl(site, notice),
      text: NOTICE_TITLES[notice],
    })),
    ...[0, 1, 2].map((i) => {
      const partner = map.sites[chance.below(map.sites.length, Draw.Partner, site.no, i)];
      return { url: map.homeUrl(partner), text: partner.title };
    }),
  ];
  const asides = (site: Site, key: number): PageContent['asides'] => [
    {
      title: 'Popular on this site',
      links: [0, 1, 2, 3].map((i) => link(inSite(site, Draw.Popular, site.no, key, i))),
    },
    { title: 'From around the web', links: [0, 1, 2].map((i) => link(anySynset(Draw.NoiseTarget, key, i))) },
  ];

  /** A text some of whose words link to the entries they name. */
  const linkedWords = (text: string, synset: number): Inline[] => {
    const options = [...text.matchAll(LINKED_WORD)].filter(
      (match) => !UNLINKED.has(match[0]) && sensesOf(match[0]).length > 0,
    );
    const needed = Math.min(GLOSS_LINKS, Math.floor(text.split(' ').length / WORDS_PER_LINK), options.length);
    const inlines: Inline[] = [];
    let from = 0;
    let made = 0;
    for (const [i, match] of options.entries()) {
      if (made === needed) break;
      if (!chance.holds(needed / options.length, Draw.GlossLink, synset, i)) continue;
      const senses = sensesOf(match[0]);
      const usual = chance.holds(FIRST_SENSE_SHARE, Draw.GlossSense, synset, i);
      const target = senses[usual ? 0 : chance.below(senses.length, Draw.GlossSense, synset, i, 1)];
      if (target === synset) continue;
      inlines.push(text.slice(from, match.index), link(target, match[0]));
      from = match.index + match[0].length;
      made++;
    }
    inlines.push(text.slice(from));
    return inlines.filter((inline) => inline !== '');
  };
  const sensesOf = (word: string): Int32Array => {
    const senses = wordnet.senses(word);
    return senses.length > 0 || !word.endsWith('s') ? senses : wordnet.senses(word.slice(0, -1));
  };

  const above = (synset: number): number => {
    const hypernym = wordnet.firstTarget(synset, 'hypernym');
    return hypernym >= 0 ? hypernym : wordnet.firstTarget(synset, 'instance of');
  };
  const trail = (site: Site, synset: number): DemoLink[] => {
    const chain: DemoLink[] = [];
    for (let at = above(synset); at >= 0 && chain.length < TRAIL_LENGTH; at = above(at)) chain.unshift(link(at));
    return [{ url: map.homeUrl(site), text: 'Home' }, ...chain];
  };

  const entry = (site: Site, synset: number): PageContent => {
    const lemmas = wordnet.lemmas(synset);
    const { definition, examples } = wordnet.gloss(synset);
    // One paragraph for everything about the word itself: main-text extraction takes consecutive short paragraphs for
    // boilerplate.
    const lead: Inline[] = [`${lemmas[0]} (${wordnet.partOf(synset)}): `, ...linkedWords(definition, synset), '.'];
    if (examples.length > 0) lead.push(` For example: ${examples[0]}.`);
    if (lemmas.length > 1) lead.push(` Also called ${lemmas.slice(1).join(', ')}.`);
    const relations = wordnet.relations(synset);
    for (const { kind, target } of relations) {
      if (kind !== 'hypernym' && kind !== 'instance of') continue;
      const sentence = chance.pick(KIND_SENTENCES, Draw.Phrase, synset, target).replace('{}', lemmas[0]);
      lead.push(` ${sentence}`, link(target), `, that is, ${wordnet.gloss(target).definition}.`);
    }
    const blocks: Block[] = [
      { kind: 'paragraph', inlines: lead },
      ...examples.slice(1).map((text): Block => ({ kind: 'quote', text })),
    ];
    for (const { title, kinds } of SECTIONS) {
      const members = relations.filter((relation) => kinds.includes(relation.kind));
      if (members.length === 0) continue;
      const items = members.slice(0, LIST_LENGTH).map(({ target, targetLemma }) => {
        const names = wordnet.lemmas(target);
        return item(
          target,
          names[targetLemma >= 0 ? targetLemma : chance.below(names.length, Draw.Anchor, synset, target)],
        );
      });
      if (members.length > LIST_LENGTH) items.push([{ url: map.indexUrl(site, 1), text: `All ${members.length}` }]);
      blocks.push({ kind: 'heading', text: title }, { kind: 'list', items });
    }
    const senses = [...new Set(lemmas.flatMap((lemma) => [...wordnet.senses(lemma.toLowerCase())]))].filter(
      (sense) => sense !== synset,
    );
    if (senses.length > 0) {
      blocks.push(
        { kind: 'heading', text: 'Other meanings' },
        { kind: 'list', items: senses.slice(0, OTHER_SENSES).map((sense) => item(sense)) },
      );
    }
    return {
      site,
      title: `${lemmas.slice(0, 3).join(', ')} - ${site.title}`,
      description: definition,
      menu: menu(site),
      trail: trail(site, synset),
      blocks,
      asides: asides(site, synset),
      footer: footer(site),
    };
  };

  const pager = (site: Site): Block => ({
    kind: 'paragraph',
    inlines: [
      'Pages: ',
      ...Array.from({ length: indexPages(site) }, (_, i): Inline[] => [
        { url: map.indexUrl(site, i + 1), text: String(i + 1) },
        ' ',
      ]).flat(),
    ],
  });
  const home = (site: Site): PageContent => {
    const members = [...site.entries]
      .filter((synset) => site.head < 0 || above(synset) === site.head)
      .slice(0, LIST_LENGTH);
    const about =
      site.head < 0
        ? 'articles on everything under the sun, from our readers'
        : `${firstLemma(site.head)}: ${wordnet.gloss(site.head).definition}`;
    return {
      site,
      title: site.title,
      description: about,
      menu: menu(site),
      trail: [],
      blocks: [
        { kind: 'paragraph', inlines: [`Welcome to ${site.title}. ${site.entries.length} articles about ${about}.`] },
        { kind: 'heading', text: 'Start here' },
        {
          kind: 'list',
          items: (members.length > 0 ? members : [...site.entries].slice(0, LIST_LENGTH)).map((synset) => item(synset)),
        },
        { kind: 'heading', text: 'All articles' },
        pager(site),
      ],
      asides: asides(site, wordnet.size + site.no),
      footer: footer(site),
    };
  };
  const index = (site: Site, page: number): PageContent => ({
    site,
    title: `A to Z, page ${page} - ${site.title}`,
    description: `Articles of ${site.title} by name, page ${page} of ${indexPages(site)}.`,
    menu: menu(site),
    trail: [{ url: map.homeUrl(site), text: 'Home' }],
    blocks: [{ kind: 'list', items: indexEntries(site, page).map((synset) => item(synset)) }, pager(site)],
    asides: [],
    footer: footer(site),
  });
  const notice = (site: Site, name: Notice): PageContent => ({
    site,
    title: `${NOTICE_TITLES[name]} - ${site.title}`,
    description: NOTICE_TITLES[name],
    menu: menu(site),
    trail: [{ url: map.homeUrl(site), text: 'Home' }],
    blocks: NOTICE_TEXTS[name].map((text): Block => ({
      kind: 'paragraph',
      inlines: [text.replaceAll('{}', site.title)],
    })),
    asides: [],
    footer: footer(site),
  });

  return {
    write: (target) => {
      switch (target.kind) {
        case 'entry':
          return entry(target.site, target.synset);
        case 'home':
          return home(target.site);
        case 'index':
          return index(target.site, target.page);
        case 'notice':
          return notice(target.site, target.name);
      }
    },
  };
}

/** Synsets listed on an index page; pages count from 1. */
export const indexEntries = (site: Site, page: number): number[] => [
  ...site.entries.subarray((page - 1) * INDEX_PAGE, page * INDEX_PAGE),
];

const NOTICE_TITLES: Readonly<Record<Notice, string>> = {
  about: 'About us',
  contact: 'Contact',
  terms: 'Terms of use',
  privacy: 'Privacy policy',
  search: 'Search',
};
const NOTICE_TEXTS: Readonly<Record<Notice, readonly string[]>> = {
  about: [
    '{} is run by a small group of editors in their spare time. We write short articles, check them against the dictionary and correct them when readers tell us to.',
    'The site carries no paid articles. Articles may be quoted when their source is named.',
  ],
  contact: [
    'Write to the editors of {} by post or through the form below. We answer within two weeks.',
    'Please name the article when you report a mistake.',
  ],
  terms: [
    'By reading {} you accept these terms. The articles come as they are, without warranty of any kind.',
    'Automatic reading of the site is allowed within the limits that robots.txt names.',
    'We may change these terms at any time by changing this page.',
  ],
  privacy: [
    '{} keeps the address of a request for seven days to keep the site running, then deletes it.',
    'We set one cookie that remembers the size of the text. No other company receives anything about our readers.',
  ],
  search: [
    'Search the articles of {}.',
    'Enter one or more words. The search looks at titles first and at definitions second.',
  ],
};
