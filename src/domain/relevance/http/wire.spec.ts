import fc from 'fast-check';
import { contentToSend, readAnswer, requestBody } from './wire.js';

const IDS = ['a', 'b', 'c'];

describe('what is sent', () => {
  it('is cut to what was agreed on, and has no halves of characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (text, most) => {
        const content = contentToSend({ url: text, title: text, description: text, text: text.repeat(50) }, most);
        expect(content.text.length).toBeLessThanOrEqual(most);
        const body = requestBody([{ id: 'x', ...content }]);
        expect(JSON.parse(Buffer.from(body, 'utf8').toString('utf8'))).toEqual({
          documents: [{ id: 'x', ...content }],
        });
        expect(body).not.toMatch(/\\ud[89a-f]/i);
      }),
    );
  });

  it('has bounded fields', () => {
    const long = 'x'.repeat(1_000_000);
    const { url, title, description, text } = contentToSend(
      { url: long, title: long, description: long, text: long },
      20_000,
    );
    expect([url, title, description, text].map(({ length }) => length)).toEqual([2_000, 500, 2_000, 20_000]);
  });
});

describe('an answer', () => {
  it('is read as probabilities in order, or as results by id in any order', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string(), { maxLength: 50 }),
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        (ids, numbers) => {
          const probabilities = ids
            .map(() => numbers.next().value as number)
            .map((probability) => (Object.is(probability, -0) ? 0 : probability));
          expect(readAnswer(JSON.stringify({ probabilities, model: 'v3' }), ids)).toEqual({ probabilities });
          const results = ids.map((id, i) => ({ id, probability: probabilities[i], label: 'x' })).reverse();
          expect(readAnswer(JSON.stringify({ results }), ids)).toEqual({ probabilities });
        },
      ),
    );
  });

  it.each([
    ['<html>', 'it is not JSON'],
    ['', 'it is not JSON'],
    ['null', 'it has neither "probabilities" nor "results"'],
    ['[0.1, 0.2, 0.3]', 'it has neither "probabilities" nor "results"'],
    ['{"error": "busy"}', 'it has neither "probabilities" nor "results"'],
    ['{"probabilities": {"a": 1}}', 'it has neither "probabilities" nor "results"'],
    ['{"probabilities": [0.1, 0.2]}', 'it has 2 probabilities for 3 documents'],
    ['{"probabilities": [0.1, 0.2, 0.3, 0.4]}', 'it has 4 probabilities for 3 documents'],
    ['{"probabilities": [0.1, 1.01, 0.3]}', 'probability 1 is 1.01, not a number in [0, 1]'],
    ['{"probabilities": [-0.1, 1, 0.3]}', 'probability 0 is -0.1, not a number in [0, 1]'],
    ['{"probabilities": [0.1, 1, "0.3"]}', 'probability 2 is "0.3", not a number in [0, 1]'],
    ['{"probabilities": [0.1, null, 0.3]}', 'probability 1 is null, not a number in [0, 1]'],
    ['{"probabilities": [0.1, 1e999, 0.3]}', 'probability 1 is null, not a number in [0, 1]'],
    ['{"results": [{"id": "a", "probability": 1}, {"id": "b", "probability": 0}]}', 'it has 2 results for 3 documents'],
    [
      '{"results": [{"id": "a", "probability": 1}, {"id": "b", "probability": 0}, {"id": "b", "probability": 0}]}',
      'it has no result with the id c',
    ],
    ['{"results": [{"probability": 1}, {"probability": 0}, {"probability": 0}]}', 'its results lack ids'],
    [
      '{"results": [{"id": "a"}, {"id": "b", "probability": 0}, {"id": "c", "probability": 0}]}',
      'probability 0 is missing, not a number in [0, 1]',
    ],
    [
      '{"results": [null, {"id": "b", "probability": 0}, {"id": "c", "probability": 0}]}',
      'probability 0 is missing, not a number in [0, 1]',
    ],
  ])('%s: %s', (body, problem) => {
    expect(readAnswer(body, IDS)).toEqual({ problem });
  });

  it('of any kind is read or refused, never thrown at', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.jsonValue().map((value) => JSON.stringify({ probabilities: value, results: value })),
        ),
        (body) => {
          const read = readAnswer(body, IDS);
          if ('probabilities' in read)
            for (const probability of read.probabilities) expect(probability >= 0 && probability <= 1).toBe(true);
          else expect(read.problem.length).toBeLessThan(120);
        },
      ),
    );
  });
});
