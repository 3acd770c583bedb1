import { checkNode, fewFiles } from './machine.js';
import { refusalOf, sentenceIn } from './refusal.js';
import { StartError } from './start-error.js';

const fault = (fields: object): Error => Object.assign(new Error('of the system'), fields);

describe('refusalOf', () => {
  it.each([
    [{ code: 'EAGAIN', syscall: 'spawn /usr/bin/postgres' }, /no further process or thread: raise .*ulimit -u/],
    [{ code: 'ENOSPC', path: '/data/pg.lock' }, /^no space is left for \/data\/pg\.lock: free some/],
    [{ code: 'EACCES', path: '/data' }, /has no access to \/data: change its owner/],
    [{ code: 'EACCES', syscall: 'spawn /opt/initdb', path: '/opt/initdb' }, /^\/opt\/initdb cannot be run/],
    [{ code: 'EACCES', syscall: 'listen', address: '127.0.0.1', port: 80 }, /^127\.0\.0\.1:80 .*ports below 1024/],
    [{ code: 'EROFS', path: '/data/pg.lock' }, /can only be read: mount it writable/],
    [{ code: 'ECONNREFUSED', address: '::1', port: 5432 }, /^::1:5432 does not answer .*DATABASE_URL/],
    [{ code: '28P01' }, /^PostgreSQL refuses the login .*DATABASE_URL/],
    [{ code: 'ERR_MODULE_NOT_FOUND' }, /^a package is missing .*npm ci/],
  ])('says of %j how to mend it', (fields, sentence) => {
    const { message, exitCode } = refusalOf(fault(fields)) ?? {};
    expect([message, exitCode]).toEqual([expect.stringMatching(sentence), 1]);
  });

  it('finds the innermost cause, also among several errors', () => {
    const inner = new AggregateError([fault({ code: 'ECONNREFUSED', address: '127.0.0.1', port: 1 })]);
    expect(refusalOf(new Error('away', { cause: inner }))?.message).toMatch(/^127\.0\.0\.1:1 does not answer/);
  });

  it('leaves a refusal as it is, and knows nothing of a bug', () => {
    const refusal = new StartError('no', { exitCode: 78, cause: fault({ code: 'ENOSPC' }) });
    expect(refusalOf(refusal)).toBe(refusal);
    expect(refusalOf(new TypeError('x is not a function'))).toBeNull();
    const circle = new Error('circle');
    circle.cause = circle;
    expect(refusalOf(circle)).toBeNull();
  });
});

it.each([
  ['FATAL:  could not map anonymous shared memory: Cannot allocate memory', /no shared memory/],
  ['initdb: error: invalid locale name "C"', /no locale C/],
  ['FATAL:  data directory "/data/pg" has wrong ownership', /chown -R/],
  ['PANIC:  could not write to file "pg_wal/xlogtemp.41": No space left on device', /is full/],
  ['FATAL:  insufficient file descriptors available to start server process', /too many files/],
  ['popen failure: Cannot allocate memory', /ulimit -u/],
  ['LOG:  could not fork new process for connection: Resource temporarily unavailable', /ulimit -u/],
])('of PostgreSQL: %s', (words, sentence) => {
  expect(sentenceIn(`LOG:  starting\n${words}\n`)).toMatch(sentence);
});

describe('the machine', () => {
  it.each(['20.18.3', '18.0.0', '9.11.2'])('is refused with Node %s', (version) =>
    expect(() => checkNode(version)).toThrow(`Node ${version} is too old: install Node 20.19 or newer`),
  );
  it.each(['20.19.0', '22.0.0', '100.1.0'])('takes Node %s', (version) =>
    expect(() => checkNode(version)).not.toThrow(),
  );
  it('needs a thousand files', () => {
    expect(fewFiles(1_023)?.message).toMatch(/may open 1023 files/);
    expect(fewFiles(1_024)).toBeNull();
  });
});
