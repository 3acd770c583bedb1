import { type DifferenceLine, hunksOf } from './difference.js';

const SIGNS = { same: ' ', removed: '-', added: '+' } as const;
/** Lines as text, with what is marked in brackets. */
const shown = (hunks: readonly (readonly DifferenceLine[])[]): string[][] =>
  hunks.map((hunk) =>
    hunk.map(
      ({ kind, pieces }) => SIGNS[kind] + pieces.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join(''),
    ),
  );

test('a changed sentence is marked where it has changed', () => {
  expect(
    shown(hunksOf('@@ -1,2 +1,2 @@\n The cheese is old.\n-It costs 5 euros a pound.\n+It costs 7 euros a pound.')),
  ).toEqual([[' The cheese is old.', '-It costs [5] euros a pound.', '+It costs [7] euros a pound.']]);
});

test('several hunks stay apart, and lines without a partner are marked as a whole', () => {
  expect(shown(hunksOf('@@ -1 +0,0 @@\n-Gone.\n@@ -9,0 +8,2 @@\n same\n+New.\n+Newer.'))).toEqual([
    ['-[Gone.]'],
    [' same', '+[New.]', '+[Newer.]'],
  ]);
});

test('words that were put in or taken out leave nothing marked on the other side', () => {
  expect(shown(hunksOf('-a b\n+a new b'))).toEqual([['-a b', '+a [new ]b']]);
  expect(shown(hunksOf('-aa aa\n+aa'))).toEqual([['-aa[ aa]', '+aa']]);
});

test.each(['', '@@ -1 +1 @@', '\\ No newline at end of file', '\n\n'])('%p has no lines', (text) => {
  expect(hunksOf(text)).toEqual([]);
});
