import { isOtherMediaType, judgeContent } from './content-type.js';

it.each([
  ['text/html', '', true, 'text/html'],
  ['Text/HTML; charset=utf-8', '', true, 'text/html'],
  ['application/xhtml+xml', '', true, 'application/xhtml+xml'],
  ['application/pdf', '<html>', false, 'application/pdf'],
  ['text/plain', '<html>', false, 'text/plain'],
  ['', ' \n<!DOCTYPE html><p>', true, 'text/html'],
  ['', '\xef\xbb\xbf<html>', true, 'text/html'],
  ['', '<?xml version="1.0"?>\n<html>', true, 'text/html'],
  ['', '<?xml version="1.0"?>\n<rss>', false, 'application/octet-stream'],
  ['', '<!-- note -->', true, 'text/html'],
  ['', '<area51>', false, 'application/octet-stream'],
  ['', '%PDF-1.4', false, 'application/octet-stream'],
  ['*/*', '<body>', true, 'text/html'],
])('type "%s" with bytes "%s": html %s', (contentType, body, html, mediaType) => {
  expect(judgeContent(contentType, Buffer.from(body, 'latin1'))).toEqual({ html, mediaType });
});

it('lets a body be skipped by its header alone only when that names another type', () => {
  expect(['image/png', 'text/html', '', 'application/xhtml+xml;x=y'].map(isOtherMediaType)).toEqual([true, false, false, false]);
});
