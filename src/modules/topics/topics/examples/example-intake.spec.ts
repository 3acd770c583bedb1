import { documentFromUser, exampleFromLine, exampleFromUser } from './example-intake.js';
import { documentsOf } from './example-texts.js';

describe('exampleFromUser', () => {
  it('keeps an address alone for later fetching', () => {
    expect(exampleFromUser({ url: 'HTTP://Example.org', relevant: true })).toEqual({
      url: 'http://example.org/',
      title: '',
      text: null,
      relevant: true,
    });
  });

  it('turns HTML into title and main text', () => {
    const paragraph =
      'The keeper saved the penalty in the last minute of the match, and the home side went through to the final.';
    const html = `<title>Cup  final</title><nav><a href="/x">Menu</a></nav><main><p>${paragraph}</p></main>`;
    const example = exampleFromUser({ html, relevant: false });
    expect(example).toMatchObject({ url: null, title: 'Cup final', relevant: false });
    expect(example.text).toContain(paragraph);
    expect(example.text).not.toContain('Menu');
  });

  it.each([
    [{ relevant: true }, 'url'],
    [{ text: 'a', html: '<p>a', relevant: true }, 'html'],
    [{ url: 'mailto:a@b.c', relevant: true }, 'url'],
    [{ text: ' \n ', relevant: true }, 'text'],
    [{ html: '<p></p>', relevant: true }, 'html'],
    [{ text: 'a', title: 't'.repeat(501), relevant: true }, 'title'],
    [{ text: 'a'.repeat(100_001), relevant: true }, 'text'],
    [{ html: 'a'.repeat(1_000_001), relevant: true }, 'html'],
  ])('refuses %#, naming the field', (input, field) => {
    expect(() => exampleFromUser(input, 'examples[1].')).toThrow(
      expect.objectContaining({ code: 'VALIDATION_FAILED', field: `examples[1].${field}` }),
    );
  });
});

describe('exampleFromLine', () => {
  it('reads an example', () => {
    expect(exampleFromLine('{"text":"a  b","relevant":true,"url":null}')).toEqual({
      url: null,
      title: '',
      text: 'a b',
      relevant: true,
    });
  });

  it.each([
    ['{', 'line'],
    ['[]', 'line'],
    ['null', 'line'],
    ['{"text":"a","relevant":true,"label":1}', 'label'],
    ['{"text":1,"relevant":true}', 'text'],
    ['{"text":"a","relevant":"yes"}', 'relevant'],
    ['{"text":"a"}', 'relevant'],
    ['{"relevant":true}', 'url'],
  ])('refuses %s, naming the field', (line, field) => {
    expect(() => exampleFromLine(line)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED', field }));
  });
});

describe('documentFromUser', () => {
  it('keeps the description of HTML', () => {
    const html =
      '<meta name="description" content="About cups"><title>T</title><p>Some text of a page that is about football cups.</p>';
    expect(documentFromUser({ url: 'http://a.example/', html })).toMatchObject({
      url: 'http://a.example/',
      title: 'T',
      description: 'About cups',
    });
  });
});

it('learns the newest label of a page that was labelled under two addresses', () => {
  const labelled = (path: string, day: number, relevant: boolean, text = 'the same page') => ({
    ...{ id: path, url: `http://a.example/${path}`, title: path, text, relevant, anchors: [] },
    createdAt: new Date(Date.UTC(2026, 0, day)),
  });
  const urls = (documents: readonly { readonly url: string }[]) => documents.map(({ url }) => new URL(url).pathname);
  const { positives, negatives } = documentsOf([
    labelled('moved', 2, false),
    labelled('page', 3, true),
    labelled('copy', 1, true),
    labelled('other', 1, false, 'another page'),
  ]);
  expect([urls(positives), urls(negatives)]).toEqual([['/page', '/copy'], ['/other']]);
});
