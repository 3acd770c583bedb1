import type { FetchOutcome } from '../../../../engine/index.js';
import { failureOutcome } from '../../fetching/index.js';
import { outcomeOf, withBytes, type AnswerMessage } from './messages.js';
import { encoded, pack, packEncoded, packList, unpack } from './wire.js';

const long = 'Käse '.repeat(2_000);

describe('what goes over the wire', () => {
  it('is the same whether it was encoded before or not, short and long', () => {
    for (const text of ['short', long])
      expect(packEncoded(encoded({ text, left: undefined }))).toEqual(pack({ text, left: undefined }));
    expect(pack({ text: long }).length).toBeLessThan(1_000);
    expect(unpack(pack({ text: long }, { plain: true }))).toEqual({ text: long });
  });

  it('may be a list of what was encoded one by one', () => {
    const entries = Array.from({ length: 15 }, (_, no) => ({ no, text: no % 2 === 0 ? long : '' }));
    for (const some of [entries, entries.slice(1, 2), []])
      expect(unpack(packList(some.map((one) => encoded(one))))).toEqual(some);
    expect(() => packList(Array.from({ length: 16 }, () => encoded(1)))).toThrow('too many');
  });

  it('does not keep what a large message needed, and later ones are whole', () => {
    const large = 'x'.repeat(3_000_000);
    const before = encoded('before');
    expect(unpack(pack({ large }))).toEqual({ large });
    expect(unpack(pack('after'))).toBe('after');
    expect(unpack(packEncoded(before))).toBe('before');
  });
});

describe('HTML of an answer', () => {
  const id = { session: 's', step: 1, attempt: 0, epoch: 2, hop: 0 };
  const trail = { finalUrl: 'http://a.test/', redirects: [], fetchedAt: 1, durationMs: 1 };
  const page: FetchOutcome = {
    ...trail,
    kind: 'page',
    httpStatus: 200,
    bytes: 1,
    html: `<p>${long}\u{1f9c0}</p>`,
    contentType: 'text/html',
    charset: 'utf-8',
    truncated: false,
    rendered: false,
  };
  const over = (answer: AnswerMessage): AnswerMessage => unpack(pack(answer)) as AnswerMessage;

  it('comes as it was, as bytes and as a string', () => {
    expect(outcomeOf(over(withBytes({ id, outcome: page })))).toEqual(page);
    expect(outcomeOf(over({ id, outcome: page }))).toEqual(page);
  });

  it('is none where there is no page', () => {
    const outcome = failureOutcome('aborted', 'no', trail);
    expect(withBytes({ id, outcome })).toEqual({ id, outcome });
    expect(outcomeOf(over({ id, outcome }))).toEqual(outcome);
  });
});
