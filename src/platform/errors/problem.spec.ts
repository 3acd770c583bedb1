import { readFileSync } from 'node:fs';
import { Logger } from '@nestjs/common';
import { GraphQLError } from 'graphql';
import pg from 'pg';
import { databaseTrouble } from '../database/trouble.js';
import { DomainError } from './domain-error.js';
import { formatGraphqlError } from './graphql-errors.js';
import { failureOf, type Problem, problemOf } from './problem.js';

const failing = (code: string): Error => Object.assign(new Error('secret text of the driver'), { code });

describe('troubles of the database at the edge', () => {
  beforeAll(() => Logger.overrideLogger(false));
  it.each([
    ['57P01', 'UNAVAILABLE'],
    ['57P03', 'UNAVAILABLE'],
    ['ECONNREFUSED', 'UNAVAILABLE'],
    ['53100', 'UNAVAILABLE'],
    ['40P01', 'UNAVAILABLE'],
    ['55P03', 'UNAVAILABLE'],
    ['57014', 'QUERY_TIMEOUT'],
  ])('%s is answered with 503 %s and a time to come back', (cause, code) => {
    const failure = failureOf(failing(cause));
    expect(failure).toMatchObject({ code, status: 503 });
    expect(failure.message).not.toContain('secret');
    expect(problemOf(failure, '/v1/sessions')).toMatchObject({
      status: 503,
      code,
      retryAfterSeconds: failure.retryAfterSeconds,
    });
    expect(failure.retryAfterSeconds).toBeGreaterThan(0);
  });

  it('says so in GraphQL too', () => {
    const error = formatGraphqlError(
      new GraphQLError('x', { originalError: failing('57P01'), path: ['sessions'] }),
      'r1',
    );
    expect(error.extensions).toEqual({ code: 'UNAVAILABLE', retryAfterSeconds: 2 });
    expect(error.message).not.toContain('secret');
  });

  it('says that the service is shutting down, which is no trouble of the database', async () => {
    const pool = new pg.Pool();
    await pool.end();
    const error: unknown = await pool.connect().catch((reason: unknown) => reason);
    expect(failureOf(error)).toMatchObject({
      code: 'UNAVAILABLE',
      status: 503,
      retryAfterSeconds: 2,
      unexpected: false,
    });
    expect(failureOf(new Error('x', { cause: error })).message).toContain('shutting down');
    expect(databaseTrouble(error)).toBeNull();
  });

  it('leaves bugs what they are', () => {
    expect(failureOf(failing('42P01'))).toMatchObject({ code: 'INTERNAL', status: 500 });
  });
});

test('problems in openapi.json have the types and titles that are sent', () => {
  interface Documented {
    readonly components: {
      readonly responses: Readonly<
        Record<string, { readonly content: Readonly<Record<string, { readonly example: Problem }>> }>
      >;
    };
  }
  const { components } = JSON.parse(readFileSync('openapi.json', 'utf8')) as Documented;
  const shown = Object.values(components.responses)
    .flatMap(({ content }) => Object.values(content))
    .map(({ example }) => example);
  const sent = shown.map(({ code }) => problemOf(failureOf(new DomainError(code, 'x')), '/'));
  expect(shown.length).toBeGreaterThan(10);
  expect(shown.map(({ type, title, status }) => [type, title, status])).toEqual(
    sent.map(({ type, title, status }) => [type, title, status]),
  );
});
