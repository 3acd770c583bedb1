import { ROUTES } from '../../../../web/src/routes.js';
import { CLIENT_ROUTES } from './console-files.js';

test('the page is served at the addresses of its screens, and at no others', () => {
  expect([...CLIENT_ROUTES].sort()).toEqual(Object.values(ROUTES).sort());
});
