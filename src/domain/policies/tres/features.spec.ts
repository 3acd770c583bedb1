import { bareLink } from '../../page/index.js';
import { Availability, NO_SOURCE, type Candidate, type FrontierView } from '../../frontier/frontier-view.js';
import { CandidateList } from '../../frontier/candidate-list.js';
import { quantised, TresFeatures, type FeatureSettings } from './features.js';

const SETTINGS: FeatureSettings = {
  domainFeatures: true,
  keywordFeatures: true,
  quantise: false,
  unknownDomain: 'paper',
  text: 'anchor+url',
};
const heard: string[] = [];
const deps = {
  scoreText: (text: string) => {
    heard.push(text);
    return 0.3;
  },
  keywords: {
    inUrl: (url: string) => url.includes('sport'),
    keywordIn: (text: string) => text.includes('goal'),
    phraseIn: (text: string) => text.includes('own goal'),
  },
};
const view = (fetched: number, relevant: number): FrontierView => ({
  availability: () => Availability.Ready,
  reservation: () => Number.NEGATIVE_INFINITY,
  domainOf: () => 0,
  domain: () => ({ fetched, relevant }),
  path: () => PATH,
  hostOf: () => 0,
  host: () => ({ fetched, relevant }),
  tagPath: () => '',
  stepOf: () => -1,
  parents: () => [],
  completed: 0,
  budget: 1,
});
/**
 * Page C of the paper's figure 1: irrelevant itself, one link behind a relevant page, two of the path's three pages
 * relevant.
 */
const PATH = { reward: 0, depth: 2, length: 3, relevant: 2, distanceToRelevant: 2 };
const link = (url: string, anchor: string): Candidate => ({
  ...bareLink(url, 0, 'main', anchor),
  urlNo: 1,
  source: 0,
  tagPathNo: 0,
  alike: 1,
  fromRelevant: false,
});

function vector(settings: Partial<FeatureSettings>, candidate: Candidate, world: FrontierView): Record<string, number> {
  const features = new TresFeatures({ ...SETTINGS, ...settings }, deps);
  features.addState(0, PATH);
  const row = new Float32Array(features.count);
  features.write(row, 0, candidate.urlNo, candidate.source, features.linkFeatures(candidate), world);
  return features.named(row);
}

describe('TresFeatures', () => {
  it('gives the vector of the paper’s example (section 2.4.1, figure 1)', () => {
    expect(vector({}, link('http://en.example.org/d', 'D'), view(4, 3))).toEqual({
      reward: 0,
      relevanceProximity: 0.5,
      pathRelevance: 0.666667,
      keywordInUrl: 0,
      keywordInAnchor: 0,
      phraseInAnchor: 0,
      anchorProbability: 0.3,
      domainRelevance: 0.75,
      domainUnknown: 1,
    });
  });

  it.each([
    ['paper', 0.5],
    ['program', 1],
  ] as const)('marks an unseen domain as the %s does', (unknownDomain, mark) => {
    expect(vector({ unknownDomain }, link('http://a.example/', ''), view(0, 0))).toMatchObject({
      domainRelevance: 0.5,
      domainUnknown: mark,
    });
  });

  it('quantises path and domain as the reference program does', () => {
    expect(vector({ quantise: true }, link('http://a.example/', ''), view(4, 3))).toMatchObject({
      pathRelevance: 0.6,
      domainRelevance: 0.7,
    });
  });

  it.each([
    [0, 0],
    [0.00001, 0.00001],
    [0.05, 0.00001],
    [0.1, 0.1],
    [0.3, 0.3],
    [1 / 3, 0.3],
    [0.7, 0.7],
    [0.99, 0.9],
    [1, 1],
  ])('quantises %d to %d', (value, bin) => {
    expect(quantised(value)).toBeCloseTo(bin, 9);
  });

  it('sees keywords in URL and anchor, and key phrases', () => {
    expect(vector({}, link('http://sport.example/', 'an own goal'), view(1, 0))).toMatchObject({
      keywordInUrl: 1,
      keywordInAnchor: 1,
      phraseInAnchor: 1,
    });
    expect(vector({}, link('http://sport.example/', 'goal'), view(1, 0))).toMatchObject({
      keywordInUrl: 1,
      keywordInAnchor: 1,
      phraseInAnchor: 0,
    });
  });

  it('lets the model judge the anchor with the words of the URL', () => {
    vector({}, link('http://www.example.com/ski/jumpHill.html', 'results'), view(1, 0));
    expect(heard.at(-1)).toBe('results example ski jump hill');
  });

  it('leaves out the domain in the NH variant, and keywords when told', () => {
    expect(Object.keys(vector({ domainFeatures: false }, link('http://a.example/', ''), view(1, 1)))).toHaveLength(7);
    expect(
      Object.keys(vector({ domainFeatures: false, keywordFeatures: false }, link('http://a.example/', ''), view(1, 1))),
    ).toEqual(['reward', 'relevanceProximity', 'pathRelevance', 'anchorProbability']);
  });

  it('gives seeds the state of the empty graph', () => {
    const seed = { ...link('http://a.example/', ''), source: NO_SOURCE };
    expect(vector({}, seed, view(0, 0))).toMatchObject({ reward: 0, relevanceProximity: 0, pathRelevance: 0 });
  });

  it.each([[{}], [{ domainFeatures: false }], [{ keywordFeatures: false }]])(
    'reads one feature as it writes all, with %j',
    (settings) => {
      const features = new TresFeatures({ ...SETTINGS, ...settings }, deps);
      features.addState(0, PATH);
      const candidate = link('http://sport.example/', 'goal');
      const known = features.linkFeatures(candidate);
      const list = new CandidateList();
      list.push(candidate.urlNo, candidate.source, known.flags, known.probability);
      const row = new Float32Array(features.count);
      features.write(row, 0, candidate.urlNo, candidate.source, known, view(3, 1));
      expect(features.names.map((_, feature) => features.read(list, 0, feature, view(3, 1)))).toEqual([...row]);
    },
  );
});
