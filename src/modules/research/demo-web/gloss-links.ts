import type { Chance } from '../../../domain/base/chance.js';
import { Draw } from './draw.js';
import type { DemoLink, Inline } from './page-content.js';
import type { Wordnet } from './wordnet.js';

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

/** The senses of a word, or of its singular. */
function sensesOf(wordnet: Wordnet, word: string): Int32Array {
  const senses = wordnet.senses(word);
  return senses.length > 0 || !word.endsWith('s') ? senses : wordnet.senses(word.slice(0, -1));
}

/** Links some words of a synset's gloss to the entries they name, but none to the synset itself. */
export function linkGloss(
  text: string,
  synset: number,
  { wordnet, chance, link }: { wordnet: Wordnet; chance: Chance; link: (synset: number, text: string) => DemoLink },
): Inline[] {
  const words = [...text.matchAll(LINKED_WORD)].filter(
    ([word]) => !UNLINKED.has(word) && sensesOf(wordnet, word).length > 0,
  );
  const needed = Math.min(GLOSS_LINKS, Math.floor(text.split(' ').length / WORDS_PER_LINK), words.length);
  const inlines: Inline[] = [];
  let from = 0;
  let made = 0;
  for (const [i, { 0: word, index }] of words.entries()) {
    if (made === needed) break;
    if (!chance.holds(needed / words.length, Draw.GlossLink, synset, i)) continue;
    const senses = sensesOf(wordnet, word);
    const usual = chance.holds(FIRST_SENSE_SHARE, Draw.GlossSense, synset, i);
    const target = senses[usual ? 0 : chance.below(senses.length, Draw.GlossSense, synset, i, 1)];
    if (target === synset) continue;
    inlines.push(text.slice(from, index), link(target, word));
    from = index + word.length;
    made++;
  }
  inlines.push(text.slice(from));
  return inlines.filter((inline) => inline !== '');
}
