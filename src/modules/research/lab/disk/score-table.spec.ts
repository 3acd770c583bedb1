import { ScoreTable } from './score-table.js';

const texts = Array.from({ length: 20_000 }, (_, i) => `text ${i}`);
const scoreOf = (text: string): number => 1 / text.length + Number(text.slice(5)) * 1e-9;
const never = (): number => {
  throw new Error('was asked again');
};

it('gives every text the number that was made of it, to the last bit', () => {
  const table = new ScoreTable(texts.length);
  // Compares them in one `expect`: one per score would take most of the time.
  const scores = texts.map(scoreOf);
  expect(texts.map((text) => table.of(text, scoreOf))).toEqual(scores);
  expect(texts.map((text) => table.of(text, never))).toEqual(scores);
  expect(table.size).toBe(texts.length);
});

it('saves what it has, and another takes it in beside what that has', () => {
  const [one, other] = [new ScoreTable(texts.length), new ScoreTable(texts.length)];
  for (const text of texts.slice(0, 12_000)) one.of(text, scoreOf);
  for (const text of texts.slice(8_000)) other.of(text, scoreOf);
  expect(one.hasNew).toBe(true);
  other.load(one.save());
  expect(one.hasNew).toBe(false);
  expect(texts.map((text) => other.of(text, never))).toEqual(texts.map(scoreOf));
  expect(other.size).toBe(texts.length);
});

it('takes in what stands amid other bytes, as what is read from a file does', () => {
  const [one, other] = [new ScoreTable(texts.length), new ScoreTable(texts.length)];
  for (const text of texts.slice(0, 50)) one.of(text, scoreOf);
  const saved = one.save();
  const file = Buffer.concat([Buffer.alloc(27, 1), saved, Buffer.alloc(9, 2)]);
  other.load(file.subarray(27, 27 + saved.length));
  for (const text of texts.slice(0, 50)) expect(other.of(text, never)).toBe(scoreOf(text));
  expect(other.size).toBe(50);
});

it('keeps no more than it may, and is right about the rest all the same', () => {
  const table = new ScoreTable(10);
  for (const text of texts.slice(0, 30)) table.of(text, scoreOf);
  expect(table.size).toBe(10);
  for (const text of texts.slice(0, 30)) expect(table.of(text, scoreOf)).toBe(scoreOf(text));
});
