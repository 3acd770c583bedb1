/** Words of the topic. */
export const TOPIC_WORDS = ['food', 'recipe', 'cuisine'];

/**
 * Documents of 300 words drawn by frequency (Zipf); every twentieth is relevant: an eighth of its words are the
 * topic's.
 */
export function generatedDocuments(count, vectors, rng) {
  const centre = new Float32Array(vectors.dimensions);
  vectors.meanVector(TOPIC_WORDS, centre);
  const topic = vectors.nearest(centre, 200, 30_000).map(({ word }) => word);
  const common = () => vectors.wordAt(Math.floor(Math.exp(rng.next() * Math.log(50_000))));
  const words = (length, share) =>
    Array.from({ length }, () => (rng.next() < share ? topic[rng.below(topic.length)] : common())).join(' ');
  return Array.from({ length: count }, (_, i) => {
    const relevant = i % 20 === 0;
    const share = relevant ? 0.12 : 0.004;
    return {
      relevant,
      url: `http://site${i % 97}.example/${i}`,
      title: words(6, 2 * share),
      description: '',
      text: words(300, share),
    };
  });
}
