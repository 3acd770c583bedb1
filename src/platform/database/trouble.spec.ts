import { databaseTrouble } from './trouble.js';

const failure = (message: string, more: object = {}): Error => Object.assign(new Error(message), more);

describe('databaseTrouble', () => {
  it.each([
    ['57P01', 'unreachable'],
    ['57P02', 'unreachable'],
    ['57P03', 'unreachable'],
    ['53300', 'unreachable'],
    ['08006', 'unreachable'],
    ['ECONNREFUSED', 'unreachable'],
    ['ECONNRESET', 'unreachable'],
    ['EPIPE', 'unreachable'],
    ['P1001', 'unreachable'],
    ['P1017', 'unreachable'],
    ['P2024', 'unreachable'],
    ['P2037', 'unreachable'],
    ['53100', 'full'],
    ['53200', 'full'],
    ['40P01', 'contended'],
    ['40001', 'contended'],
    ['P2034', 'contended'],
    ['55P03', 'contended'],
    ['57014', 'overrun'],
  ])('takes %s for a database that is %s', (code, kind) => {
    expect(databaseTrouble(failure('no', { code }))).toEqual({ kind, code });
  });

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Client has encountered a connection error and is not queryable',
    'Query read timeout',
  ])('knows the driver\'s "%s"', (message) => {
    expect(databaseTrouble(failure(message))?.kind).toBe('unreachable');
  });

  it("looks through what wraps the cause: chains, Prisma's adapter, both addresses of a name", () => {
    const refused = failure('connect ECONNREFUSED 127.0.0.1:5432', { code: 'ECONNREFUSED' });
    expect(databaseTrouble(failure('outer', { cause: failure('inner', { cause: refused }) }))?.code).toBe(
      'ECONNREFUSED',
    );
    expect(databaseTrouble(failure('', { errors: [refused, refused] }))?.code).toBe('ECONNREFUSED');
    const adapter = failure('', { cause: { kind: 'postgres', originalCode: '53100', code: '53100' } });
    expect(
      databaseTrouble(failure('Raw query failed', { code: 'P2010', meta: { driverAdapterError: adapter } })),
    ).toEqual({ kind: 'full', code: '53100' });
  });

  it('leaves alone what no waiting mends, and refusals whatever caused them', () => {
    for (const code of ['23505', '42P01', '28P01', '22021', 'P2002', 'P2025', 'ENOENT'])
      expect(databaseTrouble(failure('no', { code }))).toBeNull();
    expect(
      databaseTrouble(
        failure('the classifier cannot be reached', {
          name: 'DomainError',
          cause: failure('', { code: 'ECONNREFUSED' }),
        }),
      ),
    ).toBeNull();
    const circle = failure('circle');
    circle.cause = circle;
    for (const odd of [circle, null, undefined, 'ECONNREFUSED', 7, {}]) expect(databaseTrouble(odd)).toBeNull();
  });
});
