import { pathTo, placeOf } from './routes.js';

test.each([
  ['/', { screen: 'overview', id: '', part: '' }],
  ['/start', { screen: 'start', id: '', part: '' }],
  ['/start/', { screen: 'start', id: '', part: '' }],
  ['/sessions/a%20b', { screen: 'session', id: 'a b', part: '' }],
  ['/sessions/%zz', { screen: 'session', id: '%zz', part: '' }],
  ['/sessions/7/domains', { screen: 'domains', id: '7', part: '' }],
  ['/sessions/7/pages/12', { screen: 'page', id: '7', part: '12' }],
  ['/topics/7/labels', { screen: 'labels', id: '7', part: '' }],
  ['/sessions/7/domains/3', { screen: 'domain', id: '7', part: '3' }],
  ['/compare', { screen: 'compare', id: '', part: '' }],
  ['/experiments/7', { screen: 'experiment', id: '7', part: '' }],
  ['/sessions', { screen: 'sessions', id: '', part: '' }],
  ['/schedules/7', { screen: 'schedule', id: '7', part: '' }],
  ['/topics', { screen: 'topics', id: '', part: '' }],
  ['/topics/7', { screen: 'topic', id: '7', part: '' }],
  ['/operate/keys', { screen: 'operatePart', id: 'keys', part: '' }],
  ['/topics/7/else', null],
  ['/elsewhere', null],
])('%s leads to %p', (path, place) => {
  expect(placeOf(path)).toEqual(place);
});

test('addresses lead back to where they were made for', () => {
  expect(placeOf(pathTo('domains', 'x/y'))).toEqual({ screen: 'domains', id: 'x/y', part: '' });
});
