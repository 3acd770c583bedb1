import { languageCode, languageOf, languageOfWords, decideLanguage } from './index.js';

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
    // By letters that the languages lack which the detector knows.
    ['Комитет кеше жаңа көпір ескі вокзалдың жанына салынуы керек деп шешті, құрылыс көктемде басталады.', '', 'kk'],
    ['Хороо өчигдөр шинэ гүүрийг хуучин буудлын дэргэд барихаар шийдвэрлэв, ажил хавар эхэлнэ.', 'ru', 'mn'],
    ['کمېټې پرون پرېکړه وکړه چې نوی پل باید د زاړه سټېشن تر څنګ جوړ شي او کار به په پسرلي کې پیل شي.', '', 'ps'],
    ['Комитет кичә яңа күпер иске вокзал янында төзелергә тиеш дип карар кылды, эшләр язын башлана.', 'cv', 'cv'],
    // The detector does not know it, and would take it for Malay.
    ['Komite memutuskan kemarin bahwa jembatan baru harus dibangun di samping stasiun lama.', 'id', 'id'],
    // The detector knows Serbian in Cyrillic only, where it is close to Russian.
    ['Za pripremu ovog kolača potrebno je brašno, šećer i puter. Pomešajte sastojke i pecite.', 'sr-latn', 'sr'],
    ['За припрему овог колача потребно је брашно, шећер и путер. Помешајте састојке и пеците.', '', 'sr'],
    [
      'Để nấu món phở bò, trước tiên cần hầm xương bò trong nhiều giờ cùng với gừng và hành nướng.'.normalize('NFD'),
      '',
      'vi',
    ],
    // Danish and Norwegian are too close to distinguish in one sentence; the declaration decides.
    ['Byens historie og kultur er en del af byens historie og kultur i byens museum for historie.', 'da', 'da'],
  ])('%j declared as %j is %j', (text, declared, language) => {
    expect(languageOf(text, declared)).toBe(language);
  });

  it('looks at a sample', () => {
    expect(languageOf(`${TEXTS[1][1]} `.repeat(20_000), 'en')).toBe('de');
  });
});

describe('the language of a page', () => {
  const CHEESE: Record<string, string> = {
    zh: '干酪要放在阴凉通风的地方，每天翻一次面，并用盐水擦洗表面。',
    ja: 'チーズは涼しく風通しのよい場所に置き、毎日ひっくり返して塩水で拭きます。',
    ko: '치즈는 서늘하고 바람이 잘 통하는 곳에 두고 매일 뒤집어 소금물로 닦는다.',
    th: 'ควรเก็บชีสไว้ในที่เย็นและอากาศถ่ายเทได้ดี กลับด้านทุกวันและเช็ดด้วยน้ำเกลือ',
    km: 'ត្រូវទុកឈីសនៅកន្លែងត្រជាក់ ហើយត្រឡប់វារាល់ថ្ងៃ',
    he: 'את הגבינה שומרים במקום קריר ומאוורר, והופכים אותה בכל יום.',
    am: 'አይብ በቀዝቃዛ ቦታ ይቀመጣል፣ በየቀኑም ይገለበጣል። በጨው ውሃ ይታጠባል።',
    ru: 'Сыр хранят в прохладном месте, каждый день переворачивают и протирают солёной водой.',
    hi: 'पनीर को ठंडी और हवादार जगह में रखा जाता है और हर दिन पलटा जाता है।',
    de: 'Der Käse wird kühl und luftig gelagert, jeden Tag gewendet und mit Salzwasser abgerieben.',
  };
  const NOTICE =
    ' All rights reserved by the dairy, and no part of this page may be copied from here without that which the owner has written. ';

  it.each(Object.entries(CHEESE))('is that of nine tenths of it: %s', (language, sentence) => {
    const text = sentence.repeat(12);
    for (const page of [NOTICE + text, text + NOTICE, text + NOTICE + text])
      for (const declared of ['', 'en', 'fr', language]) expect(languageOf(page, declared)).toBe(language);
  });

  it.each(Object.entries(CHEESE))('is English where that has a tenth of %s', (_, sentence) => {
    const page = NOTICE.repeat(20);
    for (const declared of ['', 'en', 'sw']) {
      expect(languageOf(sentence + page, declared)).toBe('en');
      expect(languageOf(page + sentence + page, declared)).toBe('en');
    }
  });

  it('reads a long page at more than one place', () => {
    const text = CHEESE.de.repeat(9);
    const quoted = NOTICE.repeat(4);
    expect(languageOf(text + quoted + text + text, '')).toBe('de');
    expect(languageOf(text + quoted + text + text, 'it')).toBe('de');
  });

  it('is the declared one where no two places of a long page agree', () => {
    const part = (wanted: string) => TEXTS.flatMap(([language, text]) => (language === wanted ? [text] : []));
    const page = ['de', 'fr', 'pl'].map((language) => part(language).join('').repeat(20).slice(0, 1_500)).join(' ');
    expect(languageOf(page, 'it')).toBe('it');
    expect(languageOf(page, '')).toBe('');
  });

  it('is the declared one where signs of a program outweigh its words', () => {
    const page =
      `${'create_table --name Entries --flags HASH_KEY; load --values x1 y2 z3; '.repeat(3)}${CHEESE.ja}`.repeat(9);
    expect(decideLanguage(page, 'ja')).toEqual({ language: 'ja', possible: [] });
  });

  it('tells Chinese with names in Kana from Japanese', () => {
    expect(languageOf(`${CHEESE.zh.repeat(5)}ナウシカ${CHEESE.zh.repeat(5)}`, '')).toBe('zh');
  });

  it.each([
    [CHEESE.de.repeat(2), 'de', ['de']],
    [CHEESE.zh, 'zh', ['zh']],
    [CHEESE.ru.repeat(2), 'en', ['ru', 'bg', 'uk']],
    ['Home 1 2 3', 'de', []],
    ['主页', 'zh', []],
  ])('may be of %j, declared as %s, %j', (text, declared, possible) => {
    expect(decideLanguage(text, declared).possible).toEqual(possible);
  });
});

describe('languageOfWords', () => {
  it.each([
    ['рецепт велосипед', 'ru'],
    ['футбол', 'ru'],
    ['тағам нан', 'kk'],
    ['їжа рецепти борщ', 'uk'],
    ['колач шећер путер', 'sr'],
    ['دستور پخت آشپزی', 'fa'],
    ['ترکیب کھانا', 'ur'],
    ['وصفة طبخ', 'ar'],
    ['नुस्खा पनीर', 'hi'],
  ])('%s is %s', (words, language) => expect(languageOfWords(words)).toBe(language));
});

describe('languageCode', () => {
  it.each([
    ['en', 'en'],
    ['en-gb', 'en'],
    ['nb-no', 'no'],
    ['iw', 'he'],
    ['in-id', 'id'],
    ['ji', 'yi'],
    ['sr-latn', 'sr'],
    ['deu', 'de'],
    ['per', 'fa'],
    ['heb-il', 'he'],
    ['cym', 'cy'],
    ['nob', 'no'],
    ['fil', 'tl'],
    ['tl', 'tl'],
    ['mo', 'ro'],
    ['zh-hant-tw', 'zh'],
    ['x-klingon', ''],
    ['tlh', ''],
    ['cz', ''],
    ['jp-jp', ''],
    ['br', 'br'],
    ['', ''],
  ])('%j is %j', (declared, code) => expect(languageCode(declared)).toBe(code));
});
