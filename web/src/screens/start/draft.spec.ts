import {
  askedInWords,
  dropDraft,
  eagernessInWords,
  emptyDraft,
  identityOf,
  keepDraft,
  keptDraft,
  keywordsIn,
  nameFor,
  paceOf,
  seedsIn,
} from './draft.js';

function shelf(first?: string) {
  const kept = new Map(first === undefined ? [] : [['gleaner:start', first]]);
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  };
}

test('what was typed is there again, until it was sent', () => {
  const there = shelf();
  const draft = {
    ...emptyDraft('k'),
    keywords: 'bee',
    settings: { tres: { hidden: '[1]' } },
    wanted: ['http://a.example/'],
    topicId: 't',
  };
  keepDraft(there, draft);
  expect(keptDraft(there, emptyDraft('another'))).toEqual(draft);
  expect(keptDraft(there, emptyDraft('k'), 'a topic')).toEqual(emptyDraft('k'));
  keepDraft(there, { ...draft, name: 'Its own' }, 'a topic');
  expect([keptDraft(there, emptyDraft('k')).name, keptDraft(there, emptyDraft('k'), 'a topic').name]).toEqual([
    '',
    'Its own',
  ]);
  dropDraft(there);
  expect(keptDraft(there, emptyDraft('new'))).toEqual(emptyDraft('new'));
});

test.each(['', 'x', 'null', '7', '[]', '{"keywords":7,"wanted":{},"settings":"x","topicId":3}'])(
  '%p kept is an empty draft',
  (text) => {
    expect(keptDraft(shelf(text), emptyDraft('k'))).toEqual(emptyDraft('k'));
  },
);

test('a storage that is full is no matter', () => {
  const full = {
    ...shelf(),
    setItem: () => {
      throw new Error('full');
    },
  };
  expect(() => keepDraft(full, emptyDraft('k'))).not.toThrow();
});

test('keywords and addresses are read as they were meant', () => {
  expect(keywordsIn(' honey bee, hive\nhive,\n')).toEqual(['honey bee', 'hive']);
  expect(keywordsIn('蜜蜂，蜂蜜、养蜂人')).toEqual(['蜜蜂', '蜂蜜', '养蜂人']);
  expect(keywordsIn('النحل، خلية النحل')).toEqual(['النحل', 'خلية النحل']);
  expect(seedsIn('example.org/a\n http://b.example/ http://b.example/')).toEqual([
    'https://example.org/a',
    'http://b.example/',
  ]);
});

test('a topic without a name has that of its keywords', () => {
  expect(nameFor({ name: ' Bees ', keywords: 'x' })).toBe('Bees');
  expect(nameFor({ name: '', keywords: 'honey bee, hive, queen, drone' })).toBe('honey bee, hive, queen');
});

test('the pace is sent as numbers, and what is left empty is left to the service', () => {
  expect(paceOf({ concurrency: '4', hostDelay: '0.25', eagerness: '0.85' })).toEqual({
    ...{ concurrency: 4, hostDelayMs: 250, eagerness: 0.85 },
  });
  expect(paceOf({ concurrency: '', hostDelay: '', eagerness: '' })).toEqual({});
});

test.each([
  [0, /only if that is as good\.$/],
  [0.2, /only if that has at least 80% of its value\.$/],
  [0.95, /at least 5% of its value/],
  [1, /^A free slot always takes the best link whose host may be asked now\.$/],
])('an eagerness of %d is said in words', (eagerness, words) => {
  expect(eagernessInWords(eagerness)).toMatch(words);
});

test.each([
  ['1', ': each is asked once a second at most'],
  ['', ': each is asked once a second at most'],
  ['2.5', ': each is asked every 2.5 s at most'],
  ['0', ''],
  ['x', ''],
])('a delay of %p s is said in words', (delay, words) => {
  expect(askedInWords(delay)).toBe(words);
});

test('servers see what they are told, and nothing more', () => {
  expect(identityOf(emptyDraft('k'))).toEqual({ cookies: 'VISIT' });
  expect(identityOf({ cookies: 'OFF', acceptLanguage: ' de, en;q=0.5 ', userAgent: 'Cheese/1.0' })).toEqual({
    ...{ cookies: 'OFF', acceptLanguage: 'de, en;q=0.5', userAgent: 'Cheese/1.0' },
  });
});
