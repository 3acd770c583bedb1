import { openWordVectors, WordVectorsBuilder } from '../learning/word-vectors.js';
import type { DocumentText } from '../text/document-text.js';
import { findCandidates } from './find-candidates.js';
import type { CandidateInput } from './keyword-candidate.js';
import { keywordStatistics } from './keyword-statistics.js';
import type { Keyword } from './keyword-set.js';
import { suggestKeywords } from './suggest-keywords.js';

const builder = new WordVectorsBuilder(['tea', 'leaf'], 1);
[0, 1].forEach((row) => builder.setRow(row, [1]));
const vectors = openWordVectors(builder.finish());
const doc = (text: string): DocumentText => ({ url: '', title: '', description: '', text });

/** Pages about tea and others, words telling for the topic, and words common to any text. */
interface Sample {
  readonly tea: readonly string[];
  readonly other: readonly string[];
  readonly telling: readonly string[];
  readonly usual: readonly string[];
}
const SAMPLES: Readonly<Record<string, Sample>> = {
  zh: {
    tea: [
      '绿茶和红茶都来自茶树的叶子。春天采摘的茶叶味道最好。',
      '泡绿茶的时候，茶叶在水里慢慢打开。红茶需要更热的水。',
      '他们在山上种茶树，把茶叶卖到城里。绿茶和红茶很受欢迎。',
    ],
    other: ['昨天晚上的足球比赛吸引了很多观众，他们都很高兴。', '新的地铁线路将在明年开通，需要很多时间。'],
    telling: ['茶叶', '绿茶', '红茶'],
    usual: ['的', '他们', '和'],
  },
  ja: {
    tea: [
      '緑茶も紅茶もチャノキの葉から作られます。春に摘んだ茶葉が一番おいしい。',
      '緑茶を入れるときは茶葉がゆっくり開きます。紅茶には熱い湯を使います。',
      'この村では緑茶と紅茶を作り、茶葉を町へ売ります。',
    ],
    other: ['昨夜のサッカーの試合には多くの観客が集まりました。', '新しい地下鉄は来年開通します。'],
    telling: ['緑茶', '紅茶', '茶葉'],
    usual: ['から', 'ます', 'この'],
  },
  th: {
    tea: [
      'ชาเขียวและชาดำมาจากใบชาต้นเดียวกัน เกษตรกรเก็บใบชาในฤดูใบไม้ผลิ',
      'เกษตรกรบนภูเขาปลูกชา และขายใบชาให้ตลาด ชาเขียวมีกลิ่นหอม',
      'การชงชาเขียวต้องใช้น้ำร้อน เกษตรกรเลือกใบชาที่ดีที่สุด',
    ],
    other: ['การแข่งขันฟุตบอลเมื่อคืนมีผู้ชมจำนวนมาก', 'รถไฟฟ้าสายใหม่จะเปิดให้บริการในปีหน้า'],
    telling: ['เกษตรกร'],
    usual: ['และ', 'การ', 'จะ'],
  },
  ar: {
    tea: [
      'الشاي الأخضر والشاي الأسود من أوراق شجرة واحدة. تقطف الأوراق في الربيع.',
      'يحتاج الشاي الأخضر إلى ماء ساخن، ثم تفتح الأوراق ببطء.',
      'يزرع الناس الشاي في الجبال، وتباع الأوراق في المدينة. الشاي الأخضر مشهور.',
    ],
    other: ['حضر مباراة كرة القدم أمس جمهور كبير من الناس.', 'سيفتتح خط المترو الجديد في العام القادم.'],
    telling: ['الشاي', 'الأخضر'],
    usual: ['من', 'إلى', 'في'],
  },
  ru: {
    tea: [
      'Зелёный чай и чёрный чай делают из листьев одного куста. Листья собирают весной.',
      'Для зелёного чая нужна горячая вода, и листья медленно раскрываются.',
      'На этой плантации выращивают чай, и его листья продают в городе.',
    ],
    other: ['Вчерашний матч собрал полный стадион, и его смотрели все.', 'Новую линию метро откроют на этой неделе.'],
    telling: ['чай', 'листья'],
    usual: ['для', 'его', 'этой'],
  },
  de: {
    tea: [
      'Grüner Tee und schwarzer Tee kommen von den Blättern einer Pflanze. Die Blätter pflückt man im Frühling.',
      'Für grünen Tee braucht man heißes Wasser, und die Blätter öffnen sich langsam.',
      'Auf dieser Plantage wächst Tee, und die Blätter werden in der Stadt verkauft.',
    ],
    other: [
      'Das gestrige Spiel sahen viele Zuschauer, und die waren zufrieden.',
      'Die neue Linie wird im Herbst eröffnet.',
    ],
    telling: ['blätter', 'tee'],
    usual: ['und', 'die', 'man'],
  },
  hi: {
    tea: [
      'हरी चाय और काली चाय एक ही पौधे की पत्तियों से बनती हैं।',
      'हरी चाय के लिए गरम पानी चाहिए, और पत्तियों को धीरे धीरे खुलने दें।',
      'पहाड़ पर किसान चाय उगाते हैं और पत्तियों को शहर में बेचते हैं।',
    ],
    other: ['कल रात का फुटबॉल मैच देखने बहुत लोग आए।', 'नई मेट्रो लाइन अगले साल शहर में खुलेगी।'],
    telling: ['चाय'],
    usual: ['और', 'के', 'लिए'],
  },
};

describe.each(Object.entries(SAMPLES))('a topic in %s', (language, { tea, other, telling, usual }) => {
  const input: CandidateInput = {
    current: [],
    rejected: [],
    language,
    relevant: tea.map(doc),
    others: [],
    background: other.map(doc),
  };

  test('has suggestions of the words that tell its pages from general texts', () => {
    const found = suggestKeywords(input, vectors).candidates.map(({ text }) => text);
    expect(found).toEqual(expect.arrayContaining([...telling]));
    for (const word of usual) expect(found).not.toContain(word);
  });

  test('is expanded by such words, which are found in its documents', () => {
    const [first] = telling;
    const seeds: Keyword[] = [{ text: first, kind: 'keyword', origin: 'user', similarity: 1 }];
    const search = findCandidates({ ...input, seeds, current: seeds }, vectors);
    expect(search.background).toBe(other.length);
    expect(search.candidates.length).toBeGreaterThan(0);
    expect(search.candidates.map(({ text }) => text)).not.toContain(first);
    for (const word of telling.slice(1)) expect(search.candidates.map(({ text }) => text)).toContain(word);
    for (const { similarity, relevantDocuments } of search.candidates) {
      expect(similarity).toBeNull();
      expect(relevantDocuments).toBeGreaterThanOrEqual(2);
    }
    const { relevant, others } = keywordStatistics(seeds, tea.map(doc), other.map(doc), language);
    expect([relevant.share, others.share]).toEqual([1, 0]);
  });
});

test('phrases of scripts without spaces are written without', () => {
  const pages = ['深度学习，机器翻译。', '今天的题目：深度学习。', '机器翻译和深度学习。'].map(doc);
  const { candidates } = suggestKeywords(
    { current: [], rejected: [], language: 'zh', relevant: pages, others: [], background: [doc('明天天气很好。')] },
    vectors,
  );
  expect(candidates.filter(({ kind }) => kind === 'phrase').map(({ text }) => text)).toContain('机器翻译');
});
