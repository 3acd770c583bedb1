import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AnswerShelf } from './answer-shelf.js';
import { CacheFolder } from './cache-folder.js';

let path: string;
let folder: CacheFolder;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'gleaner-shelf-'));
  folder = new CacheFolder(path);
});
afterEach(() => rmSync(path, { recursive: true, force: true }));

const answerOf = (key: number) => ({ key, text: 'ä wörd '.repeat(key * 50), links: [{ nofollow: key % 2 === 0 }] });
const shelf = (name = 'pages') => new AnswerShelf(folder, name);
const put = (to: AnswerShelf, keys: readonly number[]): void => {
  for (const key of keys) to.put(String(key), answerOf(key));
};

it('gives back what was put, before and after it is written, and nothing else', () => {
  const one = shelf();
  put(one, [1, 2]);
  expect(one.get('2')).toEqual(answerOf(2));
  expect(readdirSync(path)).toEqual([]);
  one.save();
  for (const each of [one, shelf()])
    expect([each.get('1'), each.get('2'), each.get('3')]).toEqual([answerOf(1), answerOf(2), null]);
  expect(shelf('page').get('1')).toBeNull();
});

it('takes in what several wrote at a time', () => {
  const [one, other] = [shelf(), shelf()];
  put(one, [1, 2]);
  put(other, [2, 3]);
  one.save();
  other.save();
  const after = shelf();
  for (const key of [1, 2, 3]) expect(after.get(String(key))).toEqual(answerOf(key));
});

it('merges many small files of answers into one', () => {
  for (let key = 0; key < 40; key++) {
    const each = shelf();
    put(each, [key]);
    each.save();
  }
  expect(readdirSync(path).length).toBeLessThan(33);
  const after = shelf();
  for (let key = 0; key < 40; key++) expect(after.get(String(key))).toEqual(answerOf(key));
});

it('forgets a file that was cut, and of one of which an answer is damaged keeps the others', () => {
  const [one, other] = [shelf(), shelf()];
  put(one, [1, 2]);
  one.save();
  const [first] = readdirSync(path);
  put(other, [3, 4]);
  other.save();
  const [second] = readdirSync(path).filter((name) => name !== first);
  const bytes = readFileSync(join(path, first));
  writeFileSync(join(path, first), bytes.subarray(0, bytes.length - 1));
  writeFileSync(join(path, second), readFileSync(join(path, second)).fill(1, 5, 6));
  const after = shelf();
  expect(readdirSync(path)).toEqual([second]);
  expect([1, 3, 4].map((key) => after.get(String(key)))).toEqual([null, null, answerOf(4)]);
  expect(readdirSync(path)).toEqual([]);
  put(after, [3]);
  after.save();
  expect([shelf().get('3'), shelf().get('4')]).toEqual([answerOf(3), answerOf(4)]);
});

it('does without files that another process deleted meanwhile', () => {
  const one = shelf();
  put(one, [1, 2]);
  one.save();
  const reader = shelf();
  for (const name of readdirSync(path)) rmSync(join(path, name));
  expect(reader.get('1')).toBeNull();
});
