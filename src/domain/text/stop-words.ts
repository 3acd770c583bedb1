/**
 * English words without a topic: those of the Snowball project's list (Porter, public domain), cut at apostrophes as by
 * `tokenize`, and a few frequent on web pages.
 */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'i me my myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its itself they them their theirs ' +
    'themselves what which who whom whose this that these those am is are was were be been being have has had having do does did doing will would shall should ' +
    'can could may might must ought cannot a an the and but if or because as until while of at by for with about against between into through during before ' +
    'after above below to from up down in out on off over under again further then once here there when where why how all any both each few more most other ' +
    'some such no nor not only own same so than too very one every also just now ever never yet however upon per via etc ' +
    // what tokenize leaves of I'm, you're, he's, they'd, we'll, I've, isn't, don't …
    's t d m re ve ll isn aren wasn weren hasn haven hadn doesn don didn won wouldn shan shouldn couldn mustn ain ' +
    'www http https html htm com click'
  ).split(' '),
);

/** @param word lower case, as from `tokenize` */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}
