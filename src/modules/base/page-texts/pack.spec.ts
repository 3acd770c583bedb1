import { mainTextOf, packTexts, type PageTexts, unpackTexts } from './pack.js';

const TEXTS: readonly PageTexts[] = [
  { text: 'Menu Cheese is made of milk. It ripens. Imprint', main: null, ranges: [6, 23, 30, 10] },
  { text: '🧀 '.repeat(5_000), main: 'only cheese', ranges: [] },
  { text: '', main: null, ranges: [] },
];

describe('a pack of texts', () => {
  it('gives each text back by its place alone, and the same bytes for the same texts', async () => {
    const { bytes, places } = await packTexts(TEXTS);
    expect(places.map(([at]) => at)).toEqual([0, places[0][1], places[0][1] + places[1][1]]);
    const back = await Promise.all(places.map(([at, length]) => unpackTexts(bytes.subarray(at, at + length))));
    expect(back).toEqual(TEXTS);
    expect((await packTexts(TEXTS)).bytes.equals(bytes)).toBe(true);
    // Repetitive text takes almost no space.
    expect(bytes.length).toBeLessThan(500);
  });

  it('is not read where it is damaged', async () => {
    const { bytes, places } = await packTexts(TEXTS);
    await expect(unpackTexts(bytes.subarray(0, places[0][1] - 3))).rejects.toThrow();
    await expect(unpackTexts(bytes.subarray(1))).rejects.toThrow();
  });
});

describe('the main text', () => {
  it('is made of its pieces, kept as it is, or missing', () => {
    expect(TEXTS.map((texts) => mainTextOf(texts))).toEqual([
      'Cheese is made of milk. It ripens.',
      'only cheese',
      null,
    ]);
    expect(mainTextOf(TEXTS[0], '\n')).toBe('Cheese is made of milk.\nIt ripens.');
  });
});
