import type { Chance } from '../../../domain/base/chance.js';
import { Draw } from './draw.js';
import { linkGloss } from './gloss-links.js';
import { NOTICE_TEXTS, NOTICE_TITLES } from './notices.js';
import type { Block, DemoLink, Inline, PageContent } from './page-content.js';
import { indexEntries, indexPages, NOTICES, type Notice, type Site, type SiteMap, type Target } from './sites.js';
import type { Gloss, Relation, RelationKind, Wordnet } from './wordnet.js';

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
const KIND_SENTENCES = [
  '{} is a kind of ',
  'People who look up {} also read about ',
  'In the wider sense, {} belongs to ',
  '{} comes under ',
];

/** An entry's synset as WordNet has it, read once per page. */
interface Entry {
  readonly synset: number;
  readonly lemmas: readonly string[];
  readonly gloss: Gloss;
  readonly relations: readonly Relation[];
}

/** Writes the content of each page of the demo web: the same for the same target, in whatever order. */
export class PageWriter {
  private readonly firstLemmas: (string | undefined)[];

  constructor(
    private readonly wordnet: Wordnet,
    private readonly map: SiteMap,
    private readonly chance: Chance,
  ) {
    this.firstLemmas = new Array<string | undefined>(wordnet.size);
  }

  write(target: Target): PageContent {
    switch (target.kind) {
      case 'entry':
        return this.entry(target.site, target.synset);
      case 'home':
        return this.home(target.site);
      case 'index':
        return this.index(target.site, target.page);
      case 'notice':
        return this.notice(target.site, target.name);
    }
  }

  private entry(site: Site, synset: number): PageContent {
    const { wordnet } = this;
    const [lemmas, gloss] = [wordnet.lemmas(synset), wordnet.gloss(synset)];
    const entry: Entry = { synset, lemmas, gloss, relations: wordnet.relations(synset) };
    return {
      site,
      title: `${lemmas.slice(0, 3).join(', ')} - ${site.title}`,
      description: gloss.definition,
      menu: this.menu(site),
      trail: this.trail(site, synset),
      blocks: [
        { kind: 'paragraph', inlines: this.lead(entry) },
        ...gloss.examples.slice(1).map((text): Block => ({ kind: 'quote', text })),
        ...this.relationLists(site, entry),
        ...this.otherMeanings(entry),
      ],
      asides: this.asides(site, synset),
      footer: this.footer(site),
    };
  }

  private home(site: Site): PageContent {
    const about = this.subject(site);
    return {
      site,
      title: site.title,
      description: about,
      menu: this.menu(site),
      trail: [],
      blocks: [
        { kind: 'paragraph', inlines: [`Welcome to ${site.title}. ${site.entries.length} articles about ${about}.`] },
        { kind: 'heading', text: 'Start here' },
        { kind: 'list', items: this.featured(site).map((synset) => this.item(synset)) },
        { kind: 'heading', text: 'All articles' },
        this.pager(site),
      ],
      asides: this.asides(site, this.wordnet.size + site.no),
      footer: this.footer(site),
    };
  }

  private index(site: Site, page: number): PageContent {
    return {
      site,
      title: `A to Z, page ${page} - ${site.title}`,
      description: `Articles of ${site.title} by name, page ${page} of ${indexPages(site)}.`,
      menu: this.menu(site),
      trail: [this.homeLink(site)],
      blocks: [{ kind: 'list', items: indexEntries(site, page).map((synset) => this.item(synset)) }, this.pager(site)],
      asides: [],
      footer: this.footer(site),
    };
  }

  private notice(site: Site, name: Notice): PageContent {
    return {
      site,
      title: `${NOTICE_TITLES[name]} - ${site.title}`,
      description: NOTICE_TITLES[name],
      menu: this.menu(site),
      trail: [this.homeLink(site)],
      blocks: NOTICE_TEXTS[name].map((text): Block => ({
        kind: 'paragraph',
        inlines: [text.replaceAll('{}', site.title)],
      })),
      asides: [],
      footer: this.footer(site),
    };
  }

  /**
   * Everything about the word itself, in one paragraph: main-text extraction takes consecutive short paragraphs for
   * boilerplate.
   */
  private lead({ synset, lemmas, gloss, relations }: Entry): Inline[] {
    const { wordnet, chance } = this;
    const { definition, examples } = gloss;
    const linked = linkGloss(definition, synset, { wordnet, chance, link: (target, text) => this.link(target, text) });
    const lead: Inline[] = [`${lemmas[0]} (${wordnet.partOf(synset)}): `, ...linked, '.'];
    if (examples.length > 0) lead.push(` For example: ${examples[0]}.`);
    if (lemmas.length > 1) lead.push(` Also called ${lemmas.slice(1).join(', ')}.`);
    for (const { kind, target } of relations) {
      if (kind !== 'hypernym' && kind !== 'instance of') continue;
      const sentence = chance.pick(KIND_SENTENCES, Draw.Phrase, synset, target).replace('{}', lemmas[0]);
      lead.push(` ${sentence}`, this.link(target), `, that is, ${wordnet.gloss(target).definition}.`);
    }
    return lead;
  }

  /** A heading and a list for each section that has members. */
  private relationLists(site: Site, { synset, relations }: Entry): Block[] {
    return SECTIONS.flatMap(({ title, kinds }): Block[] => {
      const members = relations.filter(({ kind }) => kinds.includes(kind));
      if (members.length === 0) return [];
      const items = members
        .slice(0, LIST_LENGTH)
        .map((relation) => this.item(relation.target, this.nameIn(relation, synset)));
      if (members.length > LIST_LENGTH)
        items.push([{ url: this.map.indexUrl(site, 1), text: `All ${members.length}` }]);
      return [
        { kind: 'heading', text: title },
        { kind: 'list', items },
      ];
    });
  }

  /** The lemma that a relation leads to, or any of its target if it leads to all of them. */
  private nameIn({ target, targetLemma }: Relation, synset: number): string {
    const names = this.wordnet.lemmas(target);
    return names[targetLemma >= 0 ? targetLemma : this.chance.below(names.length, Draw.Anchor, synset, target)];
  }

  private otherMeanings({ synset, lemmas }: Entry): Block[] {
    const senses = new Set(lemmas.flatMap((lemma) => [...this.wordnet.senses(lemma.toLowerCase())]));
    senses.delete(synset);
    if (senses.size === 0) return [];
    return [
      { kind: 'heading', text: 'Other meanings' },
      { kind: 'list', items: [...senses].slice(0, OTHER_SENSES).map((sense) => this.item(sense)) },
    ];
  }

  private subject({ head }: Site): string {
    return head < 0
      ? 'articles on everything under the sun, from our readers'
      : `${this.firstLemma(head)}: ${this.wordnet.gloss(head).definition}`;
  }

  /** Entries that a home page begins with: those right below the site's subject, or else the first ones. */
  private featured({ head, entries }: Site): number[] {
    const below = head < 0 ? [] : [...entries].filter((synset) => this.parent(synset) === head);
    return (below.length > 0 ? below : [...entries]).slice(0, LIST_LENGTH);
  }

  private menu(site: Site): DemoLink[] {
    const { map } = this;
    return [
      { url: map.homeUrl(site), text: site.title },
      this.homeLink(site),
      { url: map.indexUrl(site, 1), text: 'A to Z' },
      ...[0, 1, 2].map((i) => this.link(this.entryOf(site, Draw.Popular, site.no, i))),
      { url: map.noticeUrl(site, 'search'), text: NOTICE_TITLES.search },
      { url: map.noticeUrl(site, 'about'), text: NOTICE_TITLES.about },
    ];
  }

  private footer(site: Site): DemoLink[] {
    const { map, chance } = this;
    return [
      ...NOTICES.filter((notice) => notice !== 'search').map((notice) => ({
        url: map.noticeUrl(site, notice),
        text: NOTICE_TITLES[notice],
      })),
      ...[0, 1, 2].map((i) => {
        const partner = map.sites[chance.below(map.sites.length, Draw.Partner, site.no, i)];
        return { url: map.homeUrl(partner), text: partner.title };
      }),
    ];
  }

  /** @param key distinguishes the pages of the site */
  private asides(site: Site, key: number): PageContent['asides'] {
    const anySynset = (i: number): number => this.chance.below(this.wordnet.size, Draw.NoiseTarget, key, i);
    return [
      {
        title: 'Popular on this site',
        links: [0, 1, 2, 3].map((i) => this.link(this.entryOf(site, Draw.Popular, site.no, key, i))),
      },
      { title: 'From around the web', links: [0, 1, 2].map((i) => this.link(anySynset(i))) },
    ];
  }

  private trail(site: Site, synset: number): DemoLink[] {
    const chain: DemoLink[] = [];
    for (let at = this.parent(synset); at >= 0 && chain.length < TRAIL_LENGTH; at = this.parent(at))
      chain.unshift(this.link(at));
    return [this.homeLink(site), ...chain];
  }

  private pager(site: Site): Block {
    const pages = Array.from({ length: indexPages(site) }, (_, i): Inline[] => [
      { url: this.map.indexUrl(site, i + 1), text: String(i + 1) },
      ' ',
    ]);
    return { kind: 'paragraph', inlines: ['Pages: ', ...pages.flat()] };
  }

  private item(synset: number, text?: string): Inline[] {
    return [this.link(synset, text), `: ${this.wordnet.gloss(synset).definition}`];
  }

  private link(synset: number, text = this.firstLemma(synset)): DemoLink {
    return { url: this.map.entryUrl(synset), text };
  }

  private homeLink(site: Site): DemoLink {
    return { url: this.map.homeUrl(site), text: 'Home' };
  }

  /** An entry of the site, drawn by the keys. */
  private entryOf({ entries }: Site, ...keys: number[]): number {
    return entries[this.chance.below(entries.length, ...keys)];
  }

  /** The synset above in the hierarchy of WordNet; -1 at its top. */
  private parent(synset: number): number {
    const hypernym = this.wordnet.firstTarget(synset, 'hypernym');
    return hypernym >= 0 ? hypernym : this.wordnet.firstTarget(synset, 'instance of');
  }

  private firstLemma(synset: number): string {
    return (this.firstLemmas[synset] ??= this.wordnet.lemmas(synset)[0]);
  }
}
