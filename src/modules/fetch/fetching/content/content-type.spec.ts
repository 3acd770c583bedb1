import { isOtherMediaType, judgeContent } from './content-type.js';

it.each([
  ['text/html', '', 'html', 'text/html'],
  ['Text/HTML; charset=utf-8', '', 'html', 'text/html'],
  ['application/xhtml+xml', '', 'html', 'application/xhtml+xml'],
  ['application/pdf', '<html>', 'pdf', 'application/pdf'],
  ['application/x-pdf;q=1', '', 'pdf', 'application/x-pdf'],
  ['text/plain', '<html>', 'text', 'text/plain'],
  ['text/markdown; variant=GFM', '# a', 'text', 'text/markdown'],
  ['text/plain', 'caf\xe9\t\f\x1b\n', 'text', 'text/plain'],
  ['text/plain', '\x7fELF\x01\x01', null, 'text/plain'],
  ['text/plain', '\xff\xfea\0', 'text', 'text/plain'],
  ['text/plain', '%PDF-1.4\n', 'pdf', 'application/pdf'],
  ['text/html; charset=utf-8', '\r\n%PDF-1.7\n', 'pdf', 'application/pdf'],
  ['text/html', 'a %PDF-1.7', 'html', 'text/html'],
  ['text/html', '\xff\xd8\xff\xe0\0\x10JFIF', null, 'image/jpeg'],
  ['text/html', 'PK\x03\x04\x14\0', null, 'application/zip'],
  ['text/html', '<\0h\0t\0m\0l\0>\0', 'html', 'text/html'],
  ['text/html', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0', null, 'text/html'],
  ['text/html', '\0\0\0\x18ftypmp42\0\0', null, 'text/html'],
  ['text/html', '\0\x01<p>', 'html', 'text/html'],
  ['text/html', '\0\0\0\0', 'html', 'text/html'],
  ['text/html', 'no tag', 'html', 'text/html'],
  ['text/html', '<?xml version="1.0"?>\n<!-- a --><rss version="2.0">', null, 'application/rss+xml'],
  ['text/html', '\xef\xbb\xbf<feed xmlns="http://www.w3.org/2005/Atom">', null, 'application/atom+xml'],
  ['text/html', '<?xml version="1.0"?><urlset>', null, 'application/xml'],
  ['text/html', '<!-- <rss> --><p>', 'html', 'text/html'],
  ['text/html', '<feeding>', 'html', 'text/html'],
  ['text/html', `${'<!---->'.repeat(146)}<p>`, 'html', 'text/html'],
  ['text/html', 'BM is the sign of bitmaps', 'html', 'text/html'],
  ['text/csv', 'a,b', null, 'text/csv'],
  ['', ' \n<!DOCTYPE html><p>', 'html', 'text/html'],
  ['', '\xef\xbb\xbf<html>', 'html', 'text/html'],
  ['', '<?xml version="1.0"?>\n<html>', 'html', 'text/html'],
  ['', '<?xml version="1.0"?>\n<rss>', null, 'text/xml'],
  ['', '<!-- note -->', 'html', 'text/html'],
  ['', '<area51>', 'text', 'text/plain'],
  ['', '<area51>\x01', null, 'application/octet-stream'],
  ['', '', null, ''],
  ['text/html charset=utf-8', 'no tag', 'html', 'text/html'],
  ['text/html charset=utf-8', '\x89PNG\r\n\x1a\n', null, 'image/png'],
  ['text/plain, text/html;a="b,c"', '', 'html', 'text/html'],
  ['text/html, text/plain', '<html>', 'text', 'text/plain'],
  ['text/html, */*, garbage', '', 'html', 'text/html'],
  ['html', '<p>', 'html', 'text/html'],
  ['', '%PDF-1.4', 'pdf', 'application/pdf'],
  ['', '\n\n%PDF-1.4', 'pdf', 'application/pdf'],
  ['application/octet-stream', '%PDF-1.4', 'pdf', 'application/pdf'],
  ['application/octet-stream', '<html>', null, 'application/octet-stream'],
  ['*/*', '<body>', 'html', 'text/html'],
])('type "%s" with bytes "%s": %s', (contentType, body, kind, mediaType) => {
  expect(judgeContent(contentType, Buffer.from(body, 'latin1'))).toEqual({ html: kind === 'html', kind, mediaType });
});

it('lets a body be skipped by its header alone only when that names another type', () => {
  expect(
    ['image/png', 'text/html', '', 'application/xhtml+xml;x=y', 'text/plain', 'application/pdf'].map((type) =>
      isOtherMediaType(type),
    ),
  ).toEqual([true, false, false, false, true, true]);
  expect(['text/html', 'text/plain', 'application/pdf'].map((type) => isOtherMediaType(type, ['text', 'pdf']))).toEqual(
    [true, false, false],
  );
});

it('looks into files to be saved only where a PDF is wanted and named', () => {
  const saved = 'application/octet-stream';
  expect(isOtherMediaType(saved, ['html', 'pdf'], 'http://a.example/x.PDF?v=1')).toBe(false);
  expect(isOtherMediaType(saved, ['html', 'pdf'], 'http://a.example/x.iso')).toBe(true);
  expect(isOtherMediaType(saved, ['html', 'text'], 'http://a.example/x.pdf')).toBe(true);
});
