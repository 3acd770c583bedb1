import type { FastifyRequest } from 'fastify';
import { linkHeaderOf } from './edge.js';

const linksOf = (url: string, pageInfo?: object): string | null =>
  linkHeaderOf({ url } as FastifyRequest, pageInfo && { items: [], pageInfo });

describe('linkHeaderOf', () => {
  const more = { endCursor: 'E', hasNextPage: true };

  test.each([
    ['/v1/topics', '</v1/topics>; rel="first", </v1/topics?after=E>; rel="next"'],
    [
      '/v1/topics?search=a&first=2&after=B',
      '</v1/topics?search=a&first=2>; rel="first", </v1/topics?search=a&first=2&after=E>; rel="next"',
    ],
    ['/v1/topics?last=2&before=B', '</v1/topics?first=2>; rel="first", </v1/topics?first=2&after=E>; rel="next"'],
    [
      '/v1/topics?search=what?',
      '</v1/topics?search=what%3F>; rel="first", </v1/topics?search=what%3F&after=E>; rel="next"',
    ],
  ])('%s', (url, links) => expect(linksOf(url, more)).toBe(links));

  test('the last page names no next one, and what is no list has no links', () => {
    expect(linksOf('/v1/topics', { endCursor: 'E', hasNextPage: false })).toBe('</v1/topics>; rel="first"');
    expect(linksOf('/v1/topics/1')).toBeNull();
  });
});
