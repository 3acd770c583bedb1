import { createRng, type Rng } from '../../base/rng.js';
import type { Chance } from '../../base/chance.js';
import { Draw } from './draws.js';
import { PLACES, placeOf } from './places.js';
import type { SyntheticSettings } from './settings.js';
import type { Sites } from './sites.js';
import { TEMPLATES, type TemplatePart } from './templates.js';
import type { Vocabulary } from './vocabulary.js';

/** Share of the pages with words of a second topic; the next constant is its share of their topic words. */
const SECOND_TOPIC_PAGES = 0.2;
const SECOND_TOPIC_WORDS = 0.3;
/** Words before and after the links in the text of a page. */
const WORDS_AROUND_LINK = 6;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

interface WriterOptions {
  readonly settings: SyntheticSettings;
  readonly sites: Sites;
  readonly vocabulary: Vocabulary;
  /** Decides every draw: a page is the same whenever it is written. */
  readonly chance: Chance;
  readonly urlOf: (page: number) => string;
}

/** Generates titles, texts and HTML of pages on demand: deterministic, independent of earlier calls. */
export class PageWriter {
  private readonly links: LinkWriter;

  constructor(private readonly options: WriterOptions) {
    this.links = new LinkWriter(options);
  }

  title(page: number): string {
    return capital(titleWords(this.options, page).join(' '));
  }

  /** Words of the title as a part of a URL. */
  slug(page: number): string {
    return titleWords(this.options, page).slice(0, 2).join('-');
  }

  /**
   * @param links targets in document order
   * @param version of the page: each has another first paragraph
   */
  html(page: number, links: ArrayLike<number>, version = 0): string {
    const { settings, sites, vocabulary, chance } = this.options;
    const template = TEMPLATES[chance.below(TEMPLATES.length, Draw.Template, sites.hostOf[page])];
    const placed: number[][] = PLACES.map(() => []);
    for (let i = 0; i < links.length; i++) placed[placeOf(sites, chance, page, links[i])].push(links[i]);
    const [navigation, text, list, aside, footer] = placed;
    const title = this.title(page);
    const words = new PageWords(this.options, page);
    const stable = rngOf(chance, Draw.Text, page, 0);
    const fresh = rngOf(chance, Draw.Text, page, 1, version);
    // Half to one and a half times the mean.
    const length = Math.round(settings.words * (0.5 + stable.next()));
    const heading = capital(vocabulary.topicWord(sites.topicOf[page], stable.next()));
    return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title></head>
<body>
${this.links.list(page, template.navigation, navigation)}${template.mainOpen}
<h1>${title}</h1>
<p>${words.sentences(Math.ceil(length / 3), fresh)}</p>
${this.links.inText(page, template.text, text, words)}<h2>${heading}</h2>
<p>${words.sentences(Math.floor((length * 2) / 3), stable)}</p>
${this.links.list(page, template.list, list)}${template.mainClose}
${this.links.list(page, template.aside, aside)}${this.links.list(page, template.footer, footer)}</body>
</html>
`;
  }
}

const rngOf = (chance: Chance, ...keys: number[]): Rng => createRng(chance.below(0xffff_ffff, ...keys));

function titleWords({ sites, vocabulary, chance }: WriterOptions, page: number): string[] {
  const rng = rngOf(chance, Draw.Title, page);
  const topic = sites.topicOf[page];
  const words = [vocabulary.topicWord(topic, rng.next()), vocabulary.topicWord(topic, rng.next())];
  words.splice(rng.below(3), 0, vocabulary.backgroundWord(0.4 + 0.6 * rng.next()));
  return words;
}

/** Draws the words of a page's text. */
class PageWords {
  private readonly topic: number;
  /** Another topic of some pages; their only topic for the others. */
  private readonly secondTopic: number;

  constructor(
    private readonly options: WriterOptions,
    page: number,
  ) {
    const { settings, sites, chance } = options;
    this.topic = sites.topicOf[page];
    this.secondTopic = chance.holds(SECOND_TOPIC_PAGES, Draw.SecondTopic, page)
      ? chance.below(settings.topics, Draw.SecondTopic, page, 1)
      : this.topic;
  }

  words(count: number, rng: Rng): string {
    return Array.from({ length: count }, () => this.word(rng)).join(' ');
  }

  sentences(words: number, rng: Rng): string {
    const text: string[] = [];
    let left = words;
    while (left > 0) {
      const length = Math.min(left, 6 + rng.below(14));
      text.push(`${capital(this.words(length, rng))}.`);
      left -= length;
    }
    return text.join(' ');
  }

  private word(rng: Rng): string {
    const { settings, vocabulary } = this.options;
    if (rng.next() >= settings.topicWords) return vocabulary.backgroundWord(rng.next());
    return vocabulary.topicWord(rng.next() < SECOND_TOPIC_WORDS ? this.secondTopic : this.topic, rng.next());
  }
}

/** Writes the parts of a page with links; '' without links. */
class LinkWriter {
  constructor(private readonly options: WriterOptions) {}

  list(page: number, part: TemplatePart, links: readonly number[]): string {
    if (links.length === 0) return '';
    return `${part.open}${links.map((target) => this.item(page, part, target)).join('')}${part.close}\n`;
  }

  /** Links with words around each of them. */
  inText(page: number, part: TemplatePart, links: readonly number[], words: PageWords): string {
    if (links.length === 0) return '';
    const rng = rngOf(this.options.chance, Draw.Text, page, 2);
    const around = (): string => words.words(WORDS_AROUND_LINK, rng);
    const sentences = links.map((target) => `${capital(around())} ${this.item(page, part, target)} ${around()}.`);
    return `${part.open}${sentences.join(' ')}${part.close}\n`;
  }

  private item(page: number, { itemOpen, itemClose }: TemplatePart, target: number): string {
    return `${itemOpen}<a href="${this.options.urlOf(target)}">${this.anchorText(page, target)}</a>${itemClose}`;
  }

  private anchorText(source: number, target: number): string {
    const { settings, vocabulary, chance } = this.options;
    if (chance.holds(settings.anchorTruth, Draw.Anchor, source, target))
      return titleWords(this.options, target)
        .slice(0, 2 + chance.below(2, Draw.Anchor, source, target, 1))
        .join(' ');
    const rng = rngOf(chance, Draw.Anchor, source, target, 2);
    const isMisleading = rng.next() < 0.5;
    const topic = rng.below(settings.topics);
    return Array.from({ length: 2 }, () =>
      isMisleading ? vocabulary.topicWord(topic, rng.next()) : vocabulary.backgroundWord(rng.next()),
    ).join(' ');
  }
}
