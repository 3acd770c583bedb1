import type { SeenChange } from '../monitor.js';
import { FEED_FORMATS } from '../../../base/feeds/index.js';
import { changesFeed } from './changes-feed.js';

const at = new Date('2026-11-23T12:00:00Z');
const monitor = { id: '0190f4c8-7c1e-7000-8000-3f2504e04f89', name: 'Cheese & <wine>', createdAt: at };
const change: SeenChange = {
  ...{ id: '0190f4c8-7c1e-7000-8000-3f2504e04f90', monitorId: monitor.id, runId: monitor.id, sessionId: monitor.id },
  ...{ step: 3, kind: 'CHANGED', url: 'http://cheese.example/?a=1&b=2', titleBefore: 'Old' },
  ...{ titleAfter: 'Brie ]]> <b>\u0007', probabilityBefore: 0.9, probabilityAfter: 0.8 },
  ...{
    difference: '@@ -1,1 +1,1 @@\n-a < b\n+]]></pre><script>x</script>',
    truncated: true,
    linesAdded: 1,
    linesRemoved: 1,
  },
  ...{ outcome: 'page', httpStatus: 200, seenAt: at, createdAt: at },
};
const document = (format: (typeof FEED_FORMATS)[number], changes: readonly SeenChange[] = [change]): string =>
  changesFeed(monitor, changes, 'http://127.0.0.1/v1/monitors/1', format);

describe('a feed of changes', () => {
  it('is JSON Feed, with an id for each change', () => {
    const feed = JSON.parse(document('json')) as { items: { id: string; url: string; title: string }[] };
    expect(feed).toMatchObject({
      version: expect.stringContaining('jsonfeed.org') as string,
      title: 'Cheese & <wine>',
    });
    expect(feed.items).toHaveLength(1);
    expect(feed.items[0]).toMatchObject({ id: `urn:uuid:${change.id}`, url: change.url });
  });

  it('names a page without a title by its address', () => {
    const untitled = { ...change, titleBefore: null, titleAfter: '' };
    expect(JSON.parse(document('json', [untitled]))).toMatchObject({ items: [{ title: `Changed: ${change.url}` }] });
  });

  it.each(['rss', 'atom'] as const)('has what pages say as text alone, as %s', (format) => {
    const xml = document(format);
    expect(xml).toContain(`urn:uuid:${change.id}`);
    expect(xml).not.toMatch(/CDATA|\u0007|<(?:b|script|wine|pre)>/);
    expect(xml).toContain('>Changed: Brie ]]&#62; &#60;b&#62;</title>');
    expect(xml).toContain('&#60;pre&#62;@@ -1,1 +1,1 @@\n-a &#38;#60; b\n+]]&#38;#62;&#38;#60;/pre');
  });

  it.each(FEED_FORMATS)('hides nothing from readers, as %s', (format) => {
    const hiding = { ...change, titleAfter: 'Br\u202eie', difference: '+a\u{e0041}b' };
    expect(document(format, [hiding])).toContain('Changed: Brie');
    expect(document(format, [hiding])).toContain('+ab');
  });

  it.each(FEED_FORMATS)('is the same document as long as nothing is new, as %s', (format) => {
    expect(document(format)).toBe(document(format));
    expect(document(format, [])).toBe(document(format, []));
  });
});
