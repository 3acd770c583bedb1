import type { DocumentText } from '../../text/document-text.js';
import { MultinomialCounts } from '../../learning/naive-bayes.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import type { FittedLearner, Learner, Scorer } from '../training/learner.js';
import { selectTerms, Vocabulary, type TermBags, type TermOptions } from '../features/terms.js';
import type { TrainingSet } from '../training/training-set.js';

export interface NaiveBayesOptions extends TermOptions {
  readonly smoothing: 'laplace' | 'dirichlet';
  /** Laplace: added to each count. Dirichlet: number of general words added to each class. */
  readonly strength: number;
  /** Minimum documents of a term. */
  readonly minDocuments: number;
  readonly maxTerms: number;
}

const IRRELEVANT = 0;
const RELEVANT = 1;

/**
 * Multinomial naive Bayes with equal class priors.
 *
 * The margin of a page is its log-odds divided by the length of its vector of dampened counts, log(1 + n), so that long
 * pages are not more certain than short ones (Rennie et al., "Tackling the poor assumptions of naive Bayes text
 * classifiers", 2003, sections 4.1 and 4.3). The margin of a short text is the plain sum of its terms' log-odds.
 */
export class NaiveBayesLearner implements Learner {
  constructor(
    private readonly set: TrainingSet,
    private readonly options: NaiveBayesOptions,
    private readonly bags: TermBags,
    /** Largest weight of each term, see `topicality`. */
    private readonly factors: Float32Array | null,
  ) {}

  fit(train: readonly number[]): FittedLearner {
    const { bags, set, options } = this;
    const kept = selectTerms(bags, train, options.minDocuments, 1, options.maxTerms);
    const place = new Int32Array(bags.terms.length).fill(-1);
    kept.forEach((id, at) => (place[id] = at));
    const counts = new MultinomialCounts(2, kept.length);
    for (const i of train) {
      const at: number[] = [];
      const amounts: number[] = [];
      bags.ids[i].forEach((id, k) => {
        if (place[id] < 0) return;
        at.push(place[id]);
        amounts.push(Math.log1p(bags.amounts[i][k]));
      });
      counts.add(set.labels[i] === 1 ? RELEVANT : IRRELEVANT, at, amounts);
    }
    const logs =
      options.smoothing === 'laplace' ? counts.laplace(options.strength) : counts.dirichlet(options.strength);
    const logOdds = Float32Array.from(
      kept,
      (_, at) => (logs[RELEVANT][at] - logs[IRRELEVANT][at]) * (this.factors?.[kept[at]] ?? 1),
    );
    return {
      margin: (i) => pageMargin(bags.ids[i], (id) => place[id], bags.amounts[i], logOdds),
      wordsMargin: (words) =>
        textMargin(
          bags.ofWords(words).map((id) => place[id]),
          logOdds,
        ),
      scorer: () =>
        new NaiveBayesScorer(
          Array.from(kept, (id) => bags.terms[id]),
          logOdds,
          options,
        ),
    };
  }
}

function pageMargin(
  ids: ArrayLike<number>,
  place: (id: number) => number,
  amounts: ArrayLike<number>,
  logOdds: Float32Array,
): number {
  let sum = 0;
  let square = 0;
  for (let k = 0; k < ids.length; k++) {
    const at = place(ids[k]);
    if (at < 0) continue;
    const amount = Math.log1p(amounts[k]);
    sum += amount * logOdds[at];
    square += amount * amount;
  }
  return square === 0 ? NaN : sum / Math.sqrt(square);
}

function textMargin(places: readonly number[], logOdds: Float32Array): number {
  let sum = 0;
  let known = 0;
  for (const at of places) {
    if (at < 0) continue;
    sum += logOdds[at];
    known++;
  }
  return known === 0 ? NaN : sum;
}

/** Judges by the sum of its terms' log-odds. NaN if it knows no term of the text. */
export class NaiveBayesScorer implements Scorer {
  private readonly vocabulary: Vocabulary;

  constructor(
    terms: readonly string[],
    private readonly logOdds: Float32Array,
    private readonly options: TermOptions,
  ) {
    this.vocabulary = new Vocabulary(terms, options);
  }

  margin(document: DocumentText): number {
    return this.vocabulary.count(document, (ids, amounts) =>
      pageMargin(
        ids,
        (id) => id,
        ids.map((id) => amounts[id]),
        this.logOdds,
      ),
    );
  }

  textMargin(text: string): number {
    return textMargin(this.vocabulary.ofText(text), this.logOdds);
  }

  termWeights(): { word: string; weight: number }[] {
    return this.vocabulary.terms.map((word, at) => ({ word, weight: this.logOdds[at] }));
  }

  save(): Snapshot {
    const { titleWeight, bigrams } = this.options;
    return { terms: this.vocabulary.terms.join('\n'), logOdds: this.logOdds, titleWeight, bigrams };
  }

  /** @throws RangeError if the snapshot is not from `save` */
  static restore(source: SnapshotSource): NaiveBayesScorer {
    const saved = SnapshotReader.of(source);
    const terms = saved.string('terms');
    const list = terms === '' ? [] : terms.split('\n');
    const options = { titleWeight: saved.number('titleWeight'), bigrams: saved.boolean('bigrams') };
    return new NaiveBayesScorer(list, saved.float32('logOdds', { length: list.length }), options);
  }
}
