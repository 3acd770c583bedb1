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

/** Generates titles, texts and HTML of pages on demand: deterministic, independent of earlier calls. */
interface PageWriter {
  title(page: number): string;
  /** Words of the title as a part of a URL. */
  slug(page: number): string;
  /**
   * @param links targets in document order
   * @param version of the page: each has another first paragraph
   */
  html(page: number, links: ArrayLike<number>, version?: number): string;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** @param chance decides every draw: a page is the same whenever it is written */
export function createPageWriter(
  settings: SyntheticSettings,
  sites: Sites,
  vocabulary: Vocabulary,
  chance: Chance,
  urlOf: (page: number) => string,
): PageWriter {
  const { topicOf } = sites;
  const seedOf = (...keys: number[]): number => chance.below(0xffff_ffff, ...keys);

  const titleWords = (page: number): string[] => {
    const rng = createRng(seedOf(Draw.Title, page));
    const topic = topicOf[page];
    const words = [vocabulary.topicWord(topic, rng.next()), vocabulary.topicWord(topic, rng.next())];
    words.splice(rng.below(3), 0, vocabulary.backgroundWord(0.4 + 0.6 * rng.next()));
    return words;
  };
  const secondTopic = (page: number): number =>
    chance.holds(SECOND_TOPIC_PAGES, Draw.SecondTopic, page)
      ? chance.below(settings.topics, Draw.SecondTopic, page, 1)
      : topicOf[page];
  const word = (page: number, second: number, rng: Rng): string => {
    if (rng.next() >= settings.topicWords) return vocabulary.backgroundWord(rng.next());
    return vocabulary.topicWord(rng.next() < SECOND_TOPIC_WORDS ? second : topicOf[page], rng.next());
  };
  const sentences = (page: number, words: number, rng: Rng): string => {
    const second = secondTopic(page);
    const text: string[] = [];
    let left = words;
    while (left > 0) {
      const length = Math.min(left, 6 + rng.below(14));
      const sentence = Array.from({ length }, () => word(page, second, rng));
      text.push(`${capital(sentence.join(' '))}.`);
      left -= length;
    }
    return text.join(' ');
  };

  const anchorText = (source: number, target: number): string => {
    if (chance.holds(settings.anchorTruth, Draw.Anchor, source, target))
      return titleWords(target)
        .slice(0, 2 + chance.below(2, Draw.Anchor, source, target, 1))
        .join(' ');
    const rng = createRng(seedOf(Draw.Anchor, source, target, 2));
    const misleading = rng.next() < 0.5;
    const topic = rng.below(settings.topics);
    return Array.from({ length: 2 }, () =>
      misleading ? vocabulary.topicWord(topic, rng.next()) : vocabulary.backgroundWord(rng.next()),
    ).join(' ');
  };
  const anchor = (source: number, target: number): string =>
    `<a href="${urlOf(target)}">${anchorText(source, target)}</a>`;

  const linkPart = (
    page: number,
    { open, close, itemOpen, itemClose }: TemplatePart,
    links: readonly number[],
  ): string =>
    links.length === 0
      ? ''
      : `${open}${links.map((target) => `${itemOpen}${anchor(page, target)}${itemClose}`).join('')}${close}\n`;
  const textPart = (
    page: number,
    { open, close, itemOpen, itemClose }: TemplatePart,
    links: readonly number[],
  ): string => {
    if (links.length === 0) return '';
    const rng = createRng(seedOf(Draw.Text, page, 2));
    const second = secondTopic(page);
    const around = (): string => Array.from({ length: WORDS_AROUND_LINK }, () => word(page, second, rng)).join(' ');
    return `${open}${links.map((target) => `${capital(around())} ${itemOpen}${anchor(page, target)}${itemClose} ${around()}.`).join(' ')}${close}\n`;
  };

  return {
    title: (page) => capital(titleWords(page).join(' ')),
    slug: (page) => titleWords(page).slice(0, 2).join('-'),
    html: (page, links, version = 0) => {
      const template = TEMPLATES[chance.below(TEMPLATES.length, Draw.Template, sites.hostOf[page])];
      const placed: number[][] = PLACES.map(() => []);
      for (let i = 0; i < links.length; i++) placed[placeOf(sites, chance, page, links[i])].push(links[i]);
      const [navigation, text, list, aside, footer] = placed;
      const title = capital(titleWords(page).join(' '));
      const stable = createRng(seedOf(Draw.Text, page, 0));
      const fresh = createRng(seedOf(Draw.Text, page, 1, version));
      // Half to one and a half times the mean.
      const words = Math.round(settings.words * (0.5 + stable.next()));
      const heading = capital(vocabulary.topicWord(topicOf[page], stable.next()));
      return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title></head>
<body>
${linkPart(page, template.navigation, navigation)}${template.mainOpen}
<h1>${title}</h1>
<p>${sentences(page, Math.ceil(words / 3), fresh)}</p>
${textPart(page, template.text, text)}<h2>${heading}</h2>
<p>${sentences(page, Math.floor((words * 2) / 3), stable)}</p>
${linkPart(page, template.list, list)}${template.mainClose}
${linkPart(page, template.aside, aside)}${linkPart(page, template.footer, footer)}</body>
</html>
`;
    },
  };
}
