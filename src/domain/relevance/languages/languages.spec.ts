import { createRng } from '../../base/rng.js';
import { openWordVectors, WordVectorsBuilder } from '../../learning/word-vectors.js';
import type { Keyword } from '../../topic/keyword-set.js';
import { restoreRelevanceModel, trainAndEvaluate } from '../index.js';
import { Analyzer } from './analyzer.js';
import { topicLanguage } from '../../topic/topic-language.js';

/** Sentences about bees and honey, with the keywords in other forms than the given ones, and about other subjects. */
interface Sample {
  readonly keywords: readonly string[];
  readonly topic: readonly string[];
  readonly other: readonly string[];
}

const SAMPLES: Readonly<Record<string, Sample>> = {
  zh: {
    keywords: ['蜂蜜', '蜜蜂', '养蜂'],
    topic: [
      '春天来了，养蜂人把蜂箱搬到山上。',
      '一只蜜蜂一生只能酿出很少的蜂蜜。',
      '槐花蜂蜜颜色很浅，味道清香。',
      '冬天要给蜜蜂留下足够的食物。',
    ],
    other: [
      '昨天晚上的足球比赛吸引了很多观众。',
      '新的地铁线路将在明年开通。',
      '股票市场今天继续下跌。',
      '这家公司发布了一款新的手机。',
    ],
  },
  ja: {
    keywords: ['蜂蜜', 'ミツバチ', '養蜂'],
    topic: [
      '養蜂家は春になると巣箱を山に運びます。',
      'ミツバチが一生に集める蜂蜜はわずかです。',
      'アカシアの蜂蜜は色が薄く香りがよい。',
      '冬の間はミツバチのために餌を残しておきます。',
    ],
    other: [
      '昨夜のサッカーの試合には多くの観客が集まりました。',
      '新しい地下鉄は来年開通します。',
      '株式市場は今日も下がりました。',
      'この会社は新しい電話を発表しました。',
    ],
  },
  th: {
    keywords: ['น้ำผึ้ง', 'ผึ้ง', 'รังผึ้ง'],
    topic: [
      'คนเลี้ยงผึ้งย้ายรังผึ้งขึ้นภูเขาในฤดูใบไม้ผลิ',
      'ผึ้งตัวหนึ่งผลิตน้ำผึ้งได้เพียงเล็กน้อยตลอดชีวิต',
      'น้ำผึ้งจากดอกลำไยมีสีเข้มและกลิ่นหอม',
      'ในฤดูหนาวต้องเหลืออาหารไว้ให้ผึ้งอย่างเพียงพอ',
    ],
    other: [
      'การแข่งขันฟุตบอลเมื่อคืนมีผู้ชมจำนวนมาก',
      'รถไฟฟ้าสายใหม่จะเปิดให้บริการในปีหน้า',
      'ตลาดหุ้นวันนี้ยังคงลดลงอย่างต่อเนื่อง',
      'บริษัทนี้เปิดตัวโทรศัพท์รุ่นใหม่',
    ],
  },
  ko: {
    keywords: ['꿀벌', '벌꿀', '양봉'],
    topic: [
      '봄이 되면 양봉가는 벌통을 산으로 옮긴다.',
      '꿀벌은 평생 아주 적은 벌꿀을 모은다.',
      '아카시아 벌꿀은 색이 연하고 향이 좋다.',
      '겨울에는 꿀벌에게 먹이를 남겨 두어야 한다.',
    ],
    other: [
      '어젯밤 축구 경기에는 많은 관중이 모였다.',
      '새 지하철 노선은 내년에 개통된다.',
      '주식 시장은 오늘도 하락했다.',
      '이 회사는 새로운 전화기를 발표했다.',
    ],
  },
  ru: {
    keywords: ['мёд', 'пчела', 'улей'],
    topic: [
      'Весной пасечник перевозит ульи в горы, ближе к цветущим лугам.',
      'За всю жизнь одна пчела собирает совсем немного мёда.',
      'Без пчёл не будет ни яблок, ни мёда на зиму.',
      'В улье зимой должно хватать корма для всех пчёл.',
    ],
    other: [
      'Вчерашний футбольный матч собрал полный стадион зрителей.',
      'Новую линию метро откроют в следующем году.',
      'Акции на бирже сегодня снова подешевели.',
      'Компания показала новый телефон с большим экраном.',
    ],
  },
  ar: {
    keywords: ['عسل', 'نحل', 'خلية'],
    topic: [
      'ينقل المربي الخلايا إلى الجبل في الربيع قرب الأزهار.',
      'تجمع النحلة في حياتها قليلا من العسل.',
      'والعسل الجبلي لونه فاتح ورائحته طيبة.',
      'يحتاج النحل في الشتاء إلى ما يكفيه من الطعام.',
    ],
    other: [
      'حضر مباراة كرة القدم أمس جمهور كبير.',
      'سيفتتح خط المترو الجديد في العام القادم.',
      'تراجعت الأسهم اليوم مرة أخرى في السوق.',
      'أعلنت الشركة عن هاتف جديد بشاشة كبيرة.',
    ],
  },
  he: {
    keywords: ['דבש', 'דבורה', 'כוורת'],
    topic: [
      'באביב הדבוראי מעביר את הכוורות להרים, קרוב לפרחים.',
      'דבורה אוספת בכל חייה מעט מאוד דבש.',
      'הדבש מפרחי ההדר בהיר ורך וטעמו עדין.',
      'בחורף צריך להשאיר מספיק מזון בתוך הכוורת.',
    ],
    other: [
      'משחק הכדורגל אתמול משך קהל רב לאצטדיון.',
      'קו הרכבת החדש ייפתח בשנה הבאה.',
      'המניות בבורסה ירדו היום שוב.',
      'החברה הציגה טלפון חדש עם מסך גדול.',
    ],
  },
  hi: {
    keywords: ['शहद', 'मधुमक्खी', 'छत्ता'],
    topic: [
      'वसंत में मधुमक्खी पालक अपने छत्ते पहाड़ पर ले जाते हैं।',
      'एक मधुमक्खी पूरे जीवन में बहुत कम शहद बनाती है।',
      'सरसों का शहद हल्के रंग का होता है।',
      'सर्दी में मधुमक्खियों के लिए भोजन छोड़ना पड़ता है।',
    ],
    other: [
      'कल रात का फुटबॉल मैच देखने बहुत लोग आए।',
      'नई मेट्रो लाइन अगले साल खुलेगी।',
      'शेयर बाजार आज फिर गिर गया।',
      'कंपनी ने बड़े परदे वाला नया फोन दिखाया।',
    ],
  },
  de: {
    keywords: ['Honig', 'Biene', 'Bienenstock'],
    topic: [
      'Im Frühling bringt der Imker die Bienenstöcke auf die Almen in der Nähe der Blüten.',
      'Die Farbe des Honigs hängt von den Blüten ab, die besucht wurden.',
      'Für ein Glas Waldhonig fliegen die Bienen viele tausend Kilometer.',
      'Im Winter brauchen die Bienen genug Futter im Stock.',
    ],
    other: [
      'Das gestrige Fußballspiel sahen viele tausend Zuschauer im Stadion.',
      'Die neue Straßenbahn wird im nächsten Jahr eröffnet.',
      'Die Aktien sind heute an der Börse wieder gefallen.',
      'Das Unternehmen hat ein neues Telefon mit großem Bildschirm vorgestellt.',
    ],
  },
  fi: {
    keywords: ['hunaja', 'mehiläinen', 'pesä'],
    topic: [
      'Keväällä tarhaaja vie mehiläispesät lähelle kukkivia niittyjä.',
      'Yhden mehiläisen keräämästä hunajasta tulee vain pisara.',
      'Vaalean hunajan maku tulee apilasta ja vadelmasta.',
      'Talvella mehiläisille jätetään ruokaa pesään.',
    ],
    other: [
      'Eilinen jalkapallo-ottelu keräsi stadionille paljon yleisöä.',
      'Uusi raitiotie avataan ensi vuonna kaupungin keskustaan.',
      'Osakkeiden kurssit laskivat tänään taas pörssissä.',
      'Yritys esitteli uuden puhelimen, jossa on suuri näyttö.',
    ],
  },
  hu: {
    keywords: ['méz', 'méh', 'kaptár'],
    topic: [
      'Tavasszal a méhész a hegyekbe viszi a kaptárakat, közel a virágokhoz.',
      'Egy méhnek egész életében csak kevés mézet sikerül gyűjtenie.',
      'Az akác mézének színe világos, illata kellemes.',
      'Télen elég élelmet kell hagyni a kaptárban a méheknek.',
    ],
    other: [
      'A tegnapi labdarúgó mérkőzést sok néző látta a stadionban.',
      'Az új metróvonalat jövőre nyitják meg a városban.',
      'A részvények ára ma ismét csökkent a tőzsdén.',
      'A cég új telefont mutatott be nagy kijelzővel.',
    ],
  },
  tr: {
    keywords: ['bal', 'arı', 'kovan'],
    topic: [
      'İlkbaharda arıcı kovanları dağlara, çiçeklerin yanına taşır.',
      'Bir arının bütün hayatında yaptığı balın miktarı çok azdır.',
      'Kestane balının rengi koyu, kokusu güçlüdür.',
      'Kışın arılara kovanda yeterince yiyecek bırakmak gerekir.',
    ],
    other: [
      'Dün akşamki futbol maçını çok sayıda seyirci izledi.',
      'Yeni metro hattı gelecek yıl şehirde açılacak.',
      'Hisse senetleri bugün borsada yine düştü.',
      'Şirket büyük ekranlı yeni bir telefon tanıttı.',
    ],
  },
};

/** Contains only English words, as the service's vectors do. */
const builder = new WordVectorsBuilder(['cheese', 'brie', 'gouda', 'ricotta'], 1);
[0, 1, 2, 3].forEach((row) => builder.setRow(row, [1]));
const vectors = openWordVectors(builder.finish());

const keywordsOf = ({ keywords }: Sample): Keyword[] =>
  keywords.map((text) => ({ text: text.toLowerCase(), kind: 'keyword', origin: 'user', similarity: 1 }));
const documentOf = (sentences: readonly string[], without: number) => ({
  url: `https://${without}.example/`,
  title: '',
  description: '',
  text: sentences.filter((_, i) => i !== without).join(' '),
});
const documentsOf = (sentences: readonly string[]) => sentences.map((_, i) => documentOf(sentences, i));
const input = (sample: Sample) => ({
  config: {},
  keywords: keywordsOf(sample),
  positives: [] as ReturnType<typeof documentOf>[],
  negatives: [] as ReturnType<typeof documentOf>[],
  background: [],
  vectors,
  rng: createRng(1),
});

describe.each(Object.entries(SAMPLES))('a topic in %s', (language, sample) => {
  const about = documentsOf(sample.topic);
  const others = documentsOf(sample.other);

  test('is found by its keywords alone, in whatever form they stand', () => {
    const { model } = trainAndEvaluate('keyword-vectors', input(sample));
    expect(about.map((document) => model.score(document) >= model.threshold)).toEqual(about.map(() => true));
    expect(others.map((document) => model.score(document) >= model.threshold)).toEqual(others.map(() => false));
    const best = (texts: readonly string[]) => Math.max(...texts.map((text) => model.scoreText(text)));
    expect(best(sample.topic)).toBeGreaterThan(best(sample.other));
  });

  test('has the language of its examples and is learnt from them; a stored model judges alike', () => {
    const examples = {
      ...input(sample),
      positives: about.flatMap((one) => [one, { ...one, url: `${one.url}2` }]),
      negatives: others.flatMap((one) => [one, { ...one, url: `${one.url}2` }]),
    };
    expect(topicLanguage(examples)).toBe(language);
    const { model, language: read } = trainAndEvaluate('naive-bayes', examples);
    expect(read).toBe(language);
    for (const document of about) expect(model.score(document)).toBeGreaterThan(0.5);
    for (const document of others) expect(model.score(document)).toBeLessThan(0.5);
    const restored = restoreRelevanceModel(model.save(), { vectors: null });
    for (const document of [...about, ...others]) expect(restored.score(document)).toBe(model.score(document));
  });
});

describe('the language that the user names for a topic', () => {
  test('decides, unless it is English, as topics are by default', () => {
    const keywords = keywordsOf({ keywords: ['bal', 'form'], topic: [], other: [] });
    const told = (language?: string) => topicLanguage({ language, keywords, positives: [], vectors });
    expect([told('tr'), told('en'), told()]).toEqual(['tr', told('en'), told('en')]);
    const positives = documentsOf(SAMPLES['ru'].topic);
    expect(topicLanguage({ language: 'en', keywords: [], positives, vectors })).toBe('ru');
  });
});

describe('a topic with relevant examples alone', () => {
  test('is learnt against general texts in its language, where there are some', () => {
    const { topic } = SAMPLES['ru'];
    // Words common to the topic's texts and to any text of the language.
    const general = 'За всю жизнь, весной и зимой, для всех людей совсем немного.';
    const asked: string[] = [];
    const examples = {
      ...input(SAMPLES['ru']),
      keywords: [],
      positives: [...documentsOf(topic), ...documentsOf(topic)],
      background: documentsOf(SAMPLES['de'].other),
    };
    const scores = (backgroundIn?: (language: string) => ReturnType<typeof documentOf>[]) => {
      const { model } = trainAndEvaluate('naive-bayes', { ...examples, backgroundIn });
      return model.score({ url: '', title: '', description: '', text: general });
    };
    const without = scores();
    const against = scores((language) => {
      asked.push(language);
      return documentsOf(Array.from({ length: 8 }, () => general));
    });
    expect(asked).toEqual(['ru']);
    expect(against).toBeLessThan(without / 2);
  });
});

describe('the analyzer', () => {
  test('leaves texts in English as they are', () => {
    const text = 'cheddar cheese, made from milk.';
    expect(new Analyzer('de', []).text(text, 'en')).toBe(text);
    const keywords = keywordsOf({ keywords: ['cheese'], topic: [], other: [] });
    expect(topicLanguage({ keywords, positives: [], vectors })).toBe('en');
    // A detector would call these Italian.
    const words = documentOf(
      Array.from({ length: 40 }, (_, i) => ['brie', 'gouda', 'ricotta'][i % 3]),
      -1,
    );
    expect(topicLanguage({ keywords, positives: [words], vectors })).toBe('en');
  });

  test('finds a keyword of one character within words', () => {
    const keywords = keywordsOf({ keywords: ['茶'], topic: [], other: [] });
    const { model } = trainAndEvaluate('keyword-vectors', { ...input(SAMPLES['zh']), keywords });
    const score = (text: string) => model.score({ url: '', title: '', description: '', text });
    expect(score('绿茶和红茶都来自茶树。喝茶的人很多。')).toBeGreaterThan(model.threshold);
    expect(score('昨天晚上的足球比赛吸引了很多观众。')).toBeLessThan(model.threshold);
  });

  test.each([
    ['cs', 'vzorec', 'Vzorce a vzorcích, vzory.', 'vzorec a vzorec, vzor.'],
    ['pl', 'budynek', 'Budynki, budynku i budowa.', 'budynek, budynek i budow.'],
    ['et', 'andmesari', 'Andmesarja andmebaas.', 'andmesari andme.'],
    ['et', 'diagramm', 'Sektordiagrammid', 'sekto diagramm'],
    ['fi', 'esitys', 'Esityksen ja esityksissä.', 'esitys ja esitys.'],
    ['fi', 'dia', 'Diojen ja dioissa, kaavioita.', 'dia ja dia, kaavio.'],
    ['hu', 'dia', 'Diák; Dim x.', 'dia; di x.'],
    ['ja', 'チーズ', 'ﾁｰｽﾞ', ' チー ーズ '],
    ['ja', 'iphone', 'ｉＰｈｏｎｅ', 'iphone'],
    ['th', 'น้ำ', 'น\u0e49\u0e4d\u0e32', 'น้ำ'],
    ['tr', 'ışık', 'IŞIK, IŞIKLAR, ışığı', 'ışık, ışık, ışık'],
    ['tr', 'istanbul', 'İSTANBUL', 'istanbul'],
    ['el', 'οδός', 'ΟΔΟΣ', 'οδός'],
    ['es', 'educación', 'EDUCACION', 'educación'],
    ['ro', 'școală', 'şcoală', 'școală'],
    ['vi', 'hòa', 'Hoà, hoa', 'hòa, hoa'],
    ['hi', 'हिंदी', 'हिन्दी', 'हिंदी'],
    ['hi', 'ज़मीन', 'जमीन', 'ज़मीन'],
    ['he', 'גבינה', 'גבינות, בגבינה, מדבר', 'גבינה, גבינה, מדבר'],
    ['ar', 'مدرسة', 'المدرسه', 'مدرسة'],
    ['fa', 'کتاب', 'كتاب', 'کتاب'],
    ['ko', '꿀', '꿀은 꿀을 꿀에서', '꿀 꿀 꿀'],
    ['ko', '차', '차는 차이', '차 차이'],
    ['ko', '인공 지능', '인공지능은 인공 지능이', '인공 지능 인공 지능'],
    ['ko', '기계학습', '기계 학습을 기계학습', '기계학습 기계학습'],
    ['zh', '机器', '機器', '机器'],
    ['zh', '圍棋', '围棋', '围棋'],
    ['zh', '机器 学习', '机器学习吗', '机器  学习 习吗 '],
    ['zh', '机器学习', '机器 学习。机 器 学 习', ' 机器 器学 学习 。 机器 器学 学习 '],
    ['ja', 'サーバー', 'サーバを、サーバーを', ' サー ーバ バを 、 サー ーバ バを '],
    ['ja', 'キー', 'キーを', ' キー ーを '],
    ['ja', 'マシンラーニング', 'マシン・ラーニング', ' マシ シン ンラ ラー ーニ ニン ング '],
    ['ja', 'マシン・ラーニング', 'マシンラーニング', ' マシ シン ンラ ラー ーニ ニン ング '],
    ['ja', 'バイオリン', 'ヴァイオリン', ' バイ イオ オリ リン '],
    ['ja', '国語', '國語', '国語'],
    ['ja', '國語', '国語', '国語'],
    ['ja', 'ai', 'ＡＩ', 'ai'],
    ['de', 'Klimawandel', 'Klima-Wandel, Klima‑Wandels, Klima-Haus', 'klimawandel, klimawandel, klima-haus'],
    ['de', 'Klimawandel', 'Anti-Klima-Wandel', 'anti-klima-wandel klimawandel'],
    ['de', 'Klima-Wandel', 'Klimawandels, Klima-Wandel', 'klima wandel, klima wandel'],
    ['de', 'Klimawandel', 'Klima\u00adwandel', 'klimawandel'],
    ['de', 'Müller', 'Mueller', 'müller'],
    ['de', 'finanz', 'ﬁnanz', 'finanz'],
    ['nl', 'klimaatverandering', 'klimaat-veranderingen', 'klimaatverandering'],
    ['sv', 'e-post', 'epost', 'e post'],
    ['fi', 'ilmastonmuutos', 'ilmaston-muutoksen', 'ilmastonmuutos'],
    ['tr', 'zekâ', 'zeka', 'zekâ'],
    ['tr', 'zeka', 'zekâ', 'zeka'],
    ['uk', 'сім’я', "сім'я, сімʼя", 'сімя, сімя'],
    ['fa', 'می\u200cروم', 'میروم', 'می روم'],
    ['fa', 'کتابها', 'کتاب\u200cها', 'کتابها'],
    ['he', 'מלך', 'מלכים', 'מלך'],
    ['hi', 'क्षेत्र', 'क्\u200dषेत्र', 'क्षेत्र'],
    ['ca', 'col·lecció', 'coŀlecció, col•lecció', 'collecció, collecció'],
  ])('knows forms of a keyword in %s: %s', (language, keyword, text, expected) => {
    expect(new Analyzer(language, [keyword]).text(text)).toBe(expected);
  });

  test('of an earlier version reads texts as it did', () => {
    const { model } = trainAndEvaluate('keyword-vectors', {
      ...input(SAMPLES['ru']),
      language: 'et',
      keywords: keywordsOf({ keywords: ['andmesari'], topic: [], other: [] }),
    });
    const saved = model.save() as { analyzer: { version: number } };
    expect(saved.analyzer.version).toBe(5);
    const earlier = { ...saved, analyzer: { ...saved.analyzer, version: 2 } };
    const document = { url: '', title: '', description: '', text: 'Andmebaas, andmed ja andmebaasid.' };
    const scores = [saved, earlier].map((one) => restoreRelevanceModel(one, { vectors: null }).score(document));
    expect(scores[0]).toBeLessThan(0.1);
    expect(scores[1]).toBeGreaterThan(0.5);
    expect(restoreRelevanceModel(earlier, { vectors: null }).save()).toEqual(earlier);
    expect(new Analyzer('zh', ['机器'], 4).text('機器')).toBe('機器');
    expect(new Analyzer('ko', ['인공 지능'], 4).text('인공지능')).toBe('인공지능');
    expect(new Analyzer('de', ['Klimawandel'], 4).text('Klima-Wandel')).toBe('klima-wandel');
    expect(new Analyzer('tr', ['zekâ'], 4).text('zeka')).toBe('zeka');
  });
});
