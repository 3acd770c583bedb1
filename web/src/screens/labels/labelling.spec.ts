import { dealtWith, givenBack, newLabelling, stillLabelled, takenBack, withMore } from './labelling.js';

const isSame = (one: string, other: string) => one === other;
const three = withMore(newLabelling<string>(), ['a', 'b', 'c'], isSame);

test('pages are dealt with one after the other, and taken back in turn', () => {
  const after = dealtWith(dealtWith(three, 'relevant'), 'skipped');
  expect(after).toEqual({
    waiting: ['c'],
    done: [
      { page: 'a', label: 'relevant' },
      { page: 'b', label: 'skipped' },
    ],
  });
  expect(takenBack(takenBack(after))).toEqual(three);
  expect(takenBack(three)).toEqual(three);
});

test('a page waits again when its label is refused, and a label stands that cannot be taken back', () => {
  const after = dealtWith(dealtWith(three, 'relevant'), 'irrelevant');
  expect(givenBack(after, 'a')).toEqual({ waiting: ['a', 'c'], done: [{ page: 'b', label: 'irrelevant' }] });
  expect(stillLabelled(takenBack(after), 'b', 'irrelevant')).toEqual(after);
});

test('labels that were refused are given again by page, and one that is taken back meanwhile waits once', () => {
  const refused = givenBack(dealtWith(dealtWith(three, 'relevant'), 'irrelevant'), 'a');
  expect(dealtWith({ ...refused, waiting: ['c', 'a'] }, 'relevant', 'a')).toEqual({
    waiting: ['c'],
    done: [
      { page: 'b', label: 'irrelevant' },
      { page: 'a', label: 'relevant' },
    ],
  });
  const both = dealtWith(dealtWith(three, 'relevant'), 'irrelevant');
  expect(takenBack(both, 'a')).toEqual({ waiting: ['a', 'c'], done: [{ page: 'b', label: 'irrelevant' }] });
  expect(givenBack(takenBack(both, 'a'), 'a').waiting).toEqual(['a', 'c']);
});

test('a page that waits or was dealt with is not asked about again', () => {
  expect(withMore(dealtWith(three, 'skipped'), ['a', 'b', 'd'], isSame).waiting).toEqual(['b', 'c', 'd']);
});

test('where none waits there is nothing to deal with', () => {
  expect(dealtWith(newLabelling<string>(), 'relevant')).toEqual(newLabelling());
});
