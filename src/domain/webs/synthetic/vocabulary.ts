import { zipfRank } from './draws.js';

/** Words of the first topics, most telling first. Further topics, and rarer words of these, have made-up words. */
const TOPICS: Readonly<Record<string, string>> = {
  cheese:
    'cheese cheddar dairy milk brie gouda curd rind goat mozzarella parmesan creamy ripened whey rennet camembert feta gruyere cheesemaker affineur stilton ricotta fondue aged cellar pasteurised fermentation cow sheep buttermilk',
  astronomy:
    'astronomy telescope galaxy star planet orbit comet nebula asteroid moon cosmic observatory solar eclipse supernova jupiter saturn mars lunar spectrum redshift quasar pulsar meteor astronomer constellation hubble gravity universe stellar',
  football:
    'football goal striker league match referee midfielder goalkeeper penalty stadium coach defender championship tournament offside kick fixture transfer season supporters derby corner tackle squad manager promotion relegation cup header winger',
  gardening:
    'gardening garden soil compost seeds pruning flowers tomato roses mulch perennials lawn greenhouse weeds planting shrubs bulbs fertiliser hedge watering orchard herbs vegetables gardener seedlings tulips lavender trowel harvest annuals',
  medicine:
    'medicine patient hospital doctor disease therapy surgery diagnosis vaccine clinical symptoms treatment infection nurse cancer antibiotics cardiology dose physician virus chronic prescription immune trial pharmacy diabetes blood pressure pain asthma',
  sailing:
    'sailing boat yacht mast regatta keel sail harbour anchor skipper wind hull rigging spinnaker rudder tide dinghy crew mooring catamaran marina jib knots navigation deck cruising windward buoy compass sloop',
  music:
    'music orchestra guitar concert melody piano symphony violin album jazz composer singer opera rhythm drum chord band harmony conductor lyrics trumpet recording cello sonata soprano bass choir song tempo flute',
  law: 'law court judge lawyer statute trial appeal contract evidence jury plaintiff defendant attorney verdict litigation tribunal constitution justice liability prosecutor crime damages rights jurisdiction clause sentence barrister ruling testimony legislation',
  railways:
    'railway train locomotive station track steam carriage freight platform timetable conductor signal gauge tunnel viaduct diesel passenger express tram engine junction depot rails sleeper electric shunting commuter bogie coach ticket',
  cooking:
    'cooking recipe oven sauce flour roast garlic onion butter simmer spices soup salad dough bake pan kitchen chef pepper broth ingredients pastry olive basil grill stew whisk knead saucepan marinade',
  birds:
    'birds feathers nest owl falcon sparrow migration beak eagle wings robin plumage warbler ornithology heron flock finch gull swan woodpecker hawk kingfisher crow perch stork hummingbird eggs binoculars songbird penguin',
  computing:
    'computer software algorithm processor memory database compiler network programming keyboard server kernel encryption code debugging internet byte hardware developer cache browser pixel interface thread variable library laptop binary storage protocol',
};
const TOPIC_NAMES = Object.keys(TOPICS);

const BACKGROUND =
  'the of and to in a is that for it was on as with at by from this be are or an have not which you they but his all has more one their we can were been other will there when so what time its about who into some year them only also two new first no like than then work people made over may these after most many such any where way even because good little part place much before back long well just great under same another home right last while found small through every own those off both here between again never world each life still below against few since present point city use number during water group however another often side white set young second children four early three public possible far order large local keep light course open general men within given later asked story problem house area whole company head big face name country case matter money kind hand service fact business body morning car letter study door free table view read word result market reason line show moment change question human idea past past office half office start news report page note today week month visit share contact list guide archive'.split(
    ' ',
  );

const ONSETS = [
  'b',
  'br',
  'd',
  'dr',
  'f',
  'fl',
  'g',
  'gl',
  'h',
  'k',
  'kr',
  'l',
  'm',
  'n',
  'p',
  'pl',
  'r',
  's',
  'st',
  't',
  'tr',
  'v',
  'w',
  'z',
];
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ai', 'ou', 'ea'];
const CODAS = ['n', 'r', 'l', 's', 'm', 't', 'nd', 'x'];

/** A word of no language; each number gives another word. */
function madeUpWord(number: number): string {
  let left = number;
  const part = <T>(options: readonly T[]): T => {
    const option = options[left % options.length];
    left = Math.floor(left / options.length);
    return option;
  };
  let word = '';
  do word += part(ONSETS) + part(VOWELS);
  while (left >= CODAS.length);
  return word + CODAS[left];
}

const TOPIC_WORDS = 60;
const BACKGROUND_WORDS = 4_000;
/** Numbers of made-up words: each topic has its own range, the background the one above all topics. */
const FIRST_MADE_UP = 10_000;

/** The words from which pages are written. */
export interface Vocabulary {
  topicName(topic: number): string;
  /** The most telling words of a topic, most frequent first. */
  topicWords(topic: number, count: number): string[];
  /** A word by Zipf's law. @param uniform in [0, 1) */
  topicWord(topic: number, uniform: number): string;
  backgroundWord(uniform: number): string;
}

/** The first topics have real words, completed by made-up ones; topics beyond them have made-up words only. */
export function createVocabulary(topics: number): Vocabulary {
  const words = Array.from({ length: topics }, (_, topic) => {
    const name = TOPIC_NAMES[topic];
    const real = name === undefined ? [] : TOPICS[name].split(' ');
    const first = FIRST_MADE_UP + topic * TOPIC_WORDS;
    return [...real, ...Array.from({ length: TOPIC_WORDS - real.length }, (_each, i) => madeUpWord(first + i))];
  });
  const backgroundAt = (rank: number): string =>
    BACKGROUND[rank] ?? madeUpWord(FIRST_MADE_UP + 64 * TOPIC_WORDS + rank);
  return {
    topicName: (topic) => TOPIC_NAMES[topic] ?? words[topic][0],
    topicWords: (topic, count) => words[topic].slice(0, count),
    topicWord: (topic, uniform) => words[topic][zipfRank(TOPIC_WORDS, uniform)],
    backgroundWord: (uniform) => backgroundAt(zipfRank(BACKGROUND_WORDS, uniform)),
  };
}
