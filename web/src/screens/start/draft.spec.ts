import {
  dropDraft,
  eagernessInWords,
  emptyDraft,
  keepDraft,
  keptDraft,
  keywordsIn,
  nameFor,
  withDraft,
  withoutTopic,
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
    ofPolicies: { tres: { hidden: '[1]' } },
    texts: { concurrency: '4' },
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

test.each(['', 'x', 'null', '7', '[]', '{"keywords":7,"wanted":{},"texts":"x","topicId":3,"settings":{}}'])(
  '%p kept is an empty draft',
  (text) => {
    expect(keptDraft(shelf(text), emptyDraft('k'))).toEqual(emptyDraft('k'));
  },
);

test("a draft's edits of its topic leave those of others as they are", () => {
  const known = { name: 'bees', keywords: ['bee', 'hive', 'Honey'], seeds: ['http://a.example', 'http://b.example/'] };
  const typed = { name: 'bees', keywords: 'bee, honey, wax', seeds: 'http://b.example/' };
  const draft = { ...emptyDraft('k'), ...typed, topicId: 't', known };
  const now = {
    name: 'Bees!',
    keywords: ['bee', 'hive', 'honey', 'drone'],
    seeds: ['http://a.example/', 'http://c.example/'],
  };
  expect(withDraft(now, draft)).toEqual({
    ...{ name: 'Bees!', keywords: ['bee', 'honey', 'drone', 'wax'], seeds: ['http://c.example/'] },
  });
  // A draft of an earlier version does not know what the topic had: nothing is lost.
  expect(withDraft(now, { ...draft, known: null }).keywords).toEqual(['bee', 'hive', 'honey', 'drone', 'wax']);
});

test('a draft whose topic was deleted keeps all that was typed and wanted', () => {
  const draft = {
    ...emptyDraft('k'),
    ...{ keywords: 'bee', seeds: 'http://a.example/\n', topicId: 't', wanted: ['http://b.example/'] },
    texts: { modelId: 'm', retries: '2' },
  };
  expect(withoutTopic(draft)).toEqual({
    ...draft,
    ...{ seeds: 'http://a.example/\nhttp://b.example/', topicId: null, wanted: [], texts: { retries: '2' } },
  });
});

test('a storage that is full is no matter', () => {
  const full = {
    ...shelf(),
    setItem: () => {
      throw new Error('full');
    },
  };
  expect(() => keepDraft(full, emptyDraft('k'))).not.toThrow();
});

test('keywords are read as they were meant', () => {
  expect(keywordsIn(' honey bee, hive\nhive,\n')).toEqual(['honey bee', 'hive']);
  expect(keywordsIn('蜜蜂，蜂蜜、养蜂人')).toEqual(['蜜蜂', '蜂蜜', '养蜂人']);
  expect(keywordsIn('النحل، خلية النحل')).toEqual(['النحل', 'خلية النحل']);
});

test('a topic without a name has that of its keywords', () => {
  expect(nameFor({ name: ' Bees ', keywords: 'x' })).toBe('Bees');
  expect(nameFor({ name: '', keywords: 'honey bee, hive, queen, drone' })).toBe('honey bee, hive, queen');
});

test.each([
  [0, /only if that is as good\.$/],
  [0.2, /only if that has at least 80% of its value\.$/],
  [0.95, /at least 5% of its value/],
  [1, /^A free slot always takes the best link whose host may be asked now\.$/],
])('an eagerness of %d is said in words', (eagerness, words) => {
  expect(eagernessInWords(eagerness)).toMatch(words);
});
