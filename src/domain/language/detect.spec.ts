import { eld } from 'eld/extrasmall';
import { detectLanguage } from './detect.js';
import { LANGUAGES } from './ngrams.js';

/** Ranges of characters, including lookalikes of letters, multi-byte characters, and those beyond the basic plane. */
const RANGES = [
  [0x20, 0x7e],
  [0x61, 0x7a],
  [0xa0, 0x24f],
  [0x370, 0x52f],
  [0x5d0, 0x6ff],
  [0x900, 0xe7f],
  [0x10a0, 0x12ff],
  [0x1e00, 0x206f],
  [0x3040, 0x30ff],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7ff],
  [0xd800, 0xdfff],
  [0x1f300, 0x1f6ff],
] as const;

const SENTENCES = [
  'The committee decided yesterday that the new bridge should be built next to the old railway station.',
  "Der Ausschuss hat's gestern beschlossen, dass die neue Brücke neben dem alten Bahnhof gebaut werden soll.",
  'Le comité a décidé hier que le nouveau pont devrait être construit à côté de la vieille gare d’Orléans.',
  'El comité decidió ayer que el nuevo puente debería construirse junto a la antigua estación.',
  'Komitet zdecydował wczoraj, że nowy most powinien zostać zbudowany obok starego dworca.',
  'İstanbul’da yeni köprünün eski istasyonun yanına yapılmasına dün karar verildi.',
  'Комитет вчера решил, что новый мост должен быть построен рядом со старым вокзалом.',
  'Η επιτροπή αποφάσισε χθες ότι η νέα γέφυρα πρέπει να κατασκευαστεί δίπλα στον παλιό σταθμό.',
  '委員会は昨日、新しい橋を古い駅の隣に建設することを決定しました。工事は来年の春に始まる予定です。',
  'قررت اللجنة أمس أن الجسر الجديد يجب أن يبنى بجانب المحطة القديمة في وسط المدينة.',
  'समिति ने कल निर्णय लिया कि नया पुल पुराने रेलवे स्टेशन के बगल में बनाया जाना चाहिए।',
];

/** Numbers from 0 to 1, a fixed sequence. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function mixed(next: () => number): string {
  const pick = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)];
  const [from, to] = pick(RANGES);
  let text = '';
  for (let left = Math.floor(next() * 400); left > 0; left--)
    text +=
      next() < 0.15
        ? pick([' ', "'", '-', '’', '\n'])
        : String.fromCodePoint(from + Math.floor(next() * (to - from + 1)));
  const sentence = pick(SENTENCES);
  const cut = Math.floor(next() * sentence.length);
  return pick([text, sentence.slice(cut), sentence.slice(0, cut) + text, `${pick(SENTENCES)} ${sentence}`.repeat(3)]);
}

function byEld(text: string) {
  const result = eld.detect(text);
  return { language: result.language, isReliable: result.isReliable(), marks: Object.entries(result.getScores()) };
}

describe('detectLanguage', () => {
  it('knows the languages of eld', () => expect(LANGUAGES).toEqual(Object.values(eld.info().Languages)));

  it.each(['', ' ', 'a', 'I', 'ab cd', 'x'.repeat(400), `${'word '.repeat(90)}end`, '\ud83d', ...SENTENCES])(
    'says of %j what eld says',
    (text) => expect(detectLanguage(text)).toEqual(byEld(text)),
  );

  it('says of any text what eld says', () => {
    const next = numbers(20_261_125);
    for (let count = 0; count < 4_000; count++) {
      const text = mixed(next);
      expect({ text, ...detectLanguage(text) }).toEqual({ text, ...byEld(text) });
    }
  });
});
