import { languageCode, languageOf } from './index.js';

const TEXTS: [string, string][] = [
  ['en', 'The committee decided yesterday that the new bridge should be built next to the old railway station.'],
  ['de', 'Der Ausschuss hat gestern beschlossen, dass die neue Brücke neben dem alten Bahnhof gebaut werden soll.'],
  ['fr', 'Le comité a décidé hier que le nouveau pont devrait être construit à côté de la vieille gare.'],
  ['es', 'El comité decidió ayer que el nuevo puente debería construirse junto a la antigua estación.'],
  ['it', 'Il comitato ha deciso ieri che il nuovo ponte dovrebbe essere costruito accanto alla vecchia stazione.'],
  ['pt', 'O comité decidiu ontem que a nova ponte deveria ser construída ao lado da antiga estação.'],
  ['nl', 'Het comité besloot gisteren dat de nieuwe brug naast het oude station moet worden gebouwd.'],
  ['pl', 'Komitet zdecydował wczoraj, że nowy most powinien zostać zbudowany obok starego dworca.'],
  ['ru', 'Комитет вчера решил, что новый мост должен быть построен рядом со старым вокзалом.'],
  ['el', 'Η επιτροπή αποφάσισε χθες ότι η νέα γέφυρα πρέπει να κατασκευαστεί δίπλα στον παλιό σταθμό.'],
  ['ja', '委員会は昨日、新しい橋を古い駅の隣に建設することを決定しました。工事は来年の春に始まる予定です。'],
  ['zh', '委员会昨天决定新桥应建在旧火车站旁边。工程将于明年春天开始。'],
  ['ar', 'قررت اللجنة أمس أن الجسر الجديد يجب أن يبنى بجانب المحطة القديمة في وسط المدينة.'],
];

describe('languageOf', () => {
  it.each(TEXTS)('%s from the text, whatever is declared', (language, text) => {
    expect(languageOf(text, '')).toBe(language);
    expect(languageOf(text, 'hu')).toBe(language);
    expect(languageOf(text, `${language}-xx`)).toBe(language);
  });

  it.each([
    ['', 'de-at', 'de'],
    ['', '', ''],
    ['Home Contact Imprint', 'fr', 'fr'],
    ['Home Contact Imprint', '', ''],
    ['12.5 17.8 19.3 2026-01-01 '.repeat(20), '', ''],
    ['HJK QWX ZZP 4711 BRT '.repeat(20), 'en', 'en'],
    // Not known to the detector, which would take it for Malay.
    ['Komite memutuskan kemarin bahwa jembatan baru harus dibangun di samping stasiun lama.', 'id', 'id'],
    // Danish and Norwegian are too close to tell from one sentence; what is declared decides.
    ['Byens historie og kultur er en del af byens historie og kultur i byens museum for historie.', 'da', 'da'],
  ])('%j declared as %j is %j', (text, declared, language) => {
    expect(languageOf(text, declared)).toBe(language);
  });

  it('looks at a sample', () => {
    expect(languageOf(`${TEXTS[1][1]} `.repeat(20_000), 'en')).toBe('de');
  });
});

describe('languageCode', () => {
  it.each([
    ['en', 'en'],
    ['en-gb', 'en'],
    ['nb-no', 'no'],
    ['iw', 'he'],
    ['deu', 'de'],
    ['zh-hant-tw', 'zh'],
    ['x-klingon', ''],
    ['tlh', ''],
    ['', ''],
  ])('%j is %j', (declared, code) => expect(languageCode(declared)).toBe(code));
});
