/** The compared models: kinds with their settings, by their names in the tables. */
import { ACHE_FEATURES, findRelevanceModel } from '../../dist/domain/relevance/index.js';

/** Measured by the benchmark itself, on pages outside all folds. */
const plain = { learningCurve: false };
const three = [{ kind: 'linear-svm' }, { kind: 'naive-bayes' }, { kind: 'logistic' }];

const all = {
  'keyword-vectors': { kind: 'keyword-vectors', config: plain },
  'keyword-vectors (band)': {
    kind: 'keyword-vectors',
    config: { ...plain, measure: 'band', similarity: 0.5, band: { from: 0.1, to: 1 } },
  },
  rules: {
    kind: 'rules',
    config: (keywords) => ({ rule: { field: 'any', pattern: `\\b(${keywords.join('|')})`, atLeast: 3 } }),
  },
  'naive-bayes': { kind: 'naive-bayes', config: plain },
  'linear-svm': { kind: 'linear-svm', config: plain },
  'linear-svm (ACHE)': { kind: 'linear-svm', config: { ...plain, ...ACHE_FEATURES } },
  logistic: { kind: 'logistic', config: plain },
  'logistic (own anchors)': { kind: 'logistic', config: { ...plain, textModel: 'own' } },
  'logistic (naive Bayes anchors)': { kind: 'logistic', config: { ...plain, textModel: 'naive-bayes' } },
  'logistic (auto anchors)': { kind: 'logistic', config: { ...plain, textModel: 'auto' } },
  'kw-bilstm': { kind: 'kw-bilstm', config: plain },
  'ensemble (probability)': { kind: 'ensemble', config: { voting: 'probability', members: three } },
  'ensemble (rank)': { kind: 'ensemble', config: { voting: 'rank', members: three } },
};

export const subjects = Object.fromEntries(
  Object.entries(all).filter(([, { kind }]) => findRelevanceModel(kind) !== undefined),
);

export function configOf(name, keywords) {
  const { config } = subjects[name];
  return typeof config === 'function' ? config(keywords) : config;
}

export const keyword = (text) => ({
  text,
  kind: text.includes(' ') ? 'phrase' : 'keyword',
  origin: 'user',
  similarity: 1,
});
