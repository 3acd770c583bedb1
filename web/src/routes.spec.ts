import { pathTo, placeOf } from './routes.js';

test.each([
  ['/', { screen: 'sessions', id: '' }],
  ['/start', { screen: 'start', id: '' }],
  ['/start/', { screen: 'start', id: '' }],
  ['/sessions/a%20b', { screen: 'session', id: 'a b' }],
  ['/sessions/%zz', { screen: 'session', id: '%zz' }],
  ['/sessions/7/domains', { screen: 'domains', id: '7' }],
  ['/topics/7/labels', { screen: 'labels', id: '7' }],
  ['/sessions', null],
  ['/topics/7', null],
  ['/elsewhere', null],
])('%s leads to %p', (path, place) => {
  expect(placeOf(path)).toEqual(place);
});

test('addresses lead back to where they were made for', () => {
  expect(placeOf(pathTo('domains', 'x/y'))).toEqual({ screen: 'domains', id: 'x/y' });
});
