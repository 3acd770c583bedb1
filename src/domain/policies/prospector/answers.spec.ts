import { Answers, twinKeyOf } from './answers.js';

const page = (url: string) => ({ ok: true, url });
const failure = (url: string) => ({ ok: false, url });

describe('Answers', () => {
  it('lets little of a site remain that refuses everything, and all of one that answers', () => {
    const answers = new Answers();
    for (let i = 0; i < 20; i++) {
      answers.add(0, 0, 7, false, failure(`https://shut.example/${i}`));
      answers.add(1, 0, 8, false, page(`https://open.example/${i}`));
    }
    expect(answers.left(0)).toBeLessThan(0.12);
    expect(answers.left(1)).toBe(1);
    expect(answers.left(2)).toBe(1);
  });

  it('tells dead folders of a site from its others', () => {
    const answers = new Answers();
    for (let i = 0; i < 10; i++) {
      answers.add(0, 0, 7, false, failure(`https://a.example/archive/${i}`));
      answers.add(0, 0, 8, false, page(`https://a.example/live/${i}`));
    }
    expect(answers.ofLink(0, 0, 7, false)).toBeLessThan(0.4);
    expect(answers.ofLink(0, 0, 8, false)).toBe(1);
    expect(answers.ofLink(0, 0, 9, false)).toBeCloseTo(1);
  });

  it.each([
    'http://a.example/list/',
    'https://www.a.example/list',
    'https://a.example/list/index.html',
    'https://a.example/list/index.php',
  ])('takes %s for another address of a page that is known', (twin) => {
    const answers = new Answers();
    expect(answers.isTwin(twinKeyOf(twin))).toBe(false);
    answers.add(0, 0, null, false, page('https://a.example/list/'));
    expect(answers.isTwin(twinKeyOf(twin))).toBe(true);
    expect(answers.isTwin(twinKeyOf('https://a.example/list/2'))).toBe(false);
    expect(answers.isTwin(twinKeyOf('https://a.example/list/?page=2'))).toBe(false);
  });

  it('learns by site, host and session whether such addresses bring pages', () => {
    const answers = new Answers();
    const before = answers.ofLink(0, 0, 7, true);
    answers.add(0, 0, null, false, page('https://a.example/list'));
    answers.add(1, 1, null, false, page('https://b.example/list'));
    for (let i = 0; i < 4; i++) {
      answers.add(0, 0, 7, true, failure('https://a.example/list'));
      answers.add(1, 1, 8, true, page(`https://b.example/${i}`));
    }
    expect(before).toBeGreaterThan(0.8);
    expect(answers.ofLink(0, 0, 7, true)).toBeLessThan(0.5);
    expect(answers.ofLink(1, 1, 8, true)).toBeGreaterThan(0.9);
    // Another site of the first host, another one of the second, and one of neither.
    expect(answers.ofTwin(2, 0)).toBeLessThan(0.5);
    expect(answers.ofTwin(3, 1)).toBeGreaterThan(0.9);
    const elsewhere = answers.ofTwin(4, 2);
    expect(elsewhere).toBeGreaterThan(answers.ofTwin(2, 0));
    expect(elsewhere).toBeLessThan(before);
    // They lead to a known page, so the site answers.
    expect(answers.left(0)).toBe(1);
  });

  it('goes on from what was saved as before', () => {
    const answers = new Answers();
    answers.add(3, 0, 5, false, page('https://a.example/'));
    answers.add(3, 0, 5, true, failure('http://a.example/'));
    const restored = new Answers();
    restored.restore(answers.save());
    for (const each of [answers, restored]) each.add(3, 0, 6, false, failure('https://a.example/gone'));
    expect(restored.ofLink(3, 0, 5, true)).toBe(answers.ofLink(3, 0, 5, true));
    expect(restored.left(3)).toBe(answers.left(3));
    expect(restored.isTwin(twinKeyOf('https://a.example/index.html'))).toBe(true);
  });
});
