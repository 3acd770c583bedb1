/**
 * The lexicographers' classes by file number, as listed in the manual page lexnames(5WN) of WordNet 3.1; the npm
 * package lacks that file.
 *
 * The editors of WordNet sorted every synset into exactly one of them by hand, which makes them a ground truth for
 * relevance.
 */
export const LEXICOGRAPHER_CLASSES = [
  'adj.all',
  'adj.pert',
  'adv.all',
  'noun.Tops',
  'noun.act',
  'noun.animal',
  'noun.artifact',
  'noun.attribute',
  'noun.body',
  'noun.cognition',
  'noun.communication',
  'noun.event',
  'noun.feeling',
  'noun.food',
  'noun.group',
  'noun.location',
  'noun.motive',
  'noun.object',
  'noun.person',
  'noun.phenomenon',
  'noun.plant',
  'noun.possession',
  'noun.process',
  'noun.quantity',
  'noun.relation',
  'noun.shape',
  'noun.state',
  'noun.substance',
  'noun.time',
  'verb.body',
  'verb.change',
  'verb.cognition',
  'verb.communication',
  'verb.competition',
  'verb.consumption',
  'verb.contact',
  'verb.creation',
  'verb.emotion',
  'verb.motion',
  'verb.perception',
  'verb.possession',
  'verb.social',
  'verb.stative',
  'verb.weather',
  'adj.ppl',
] as const;
export type LexicographerClass = (typeof LEXICOGRAPHER_CLASSES)[number];

/** Whether WordNet has a lexicographer file of this name. */
export function isLexicographerClass(name: string): name is LexicographerClass {
  return (LEXICOGRAPHER_CLASSES as readonly string[]).includes(name);
}
