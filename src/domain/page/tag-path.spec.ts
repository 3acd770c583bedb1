import { TagPath } from './tag-path.js';
import { parsePage } from './parse-page.js';

const pathsOf = (html: string): string[] => parsePage(html, 'http://a.example/').links.map((link) => link.tagPath);

describe('tag paths', () => {
  it('name the elements around a link with their ids and classes', () => {
    expect(
      pathsOf(
        '<html><body><div id=content class="wide  Main"><ul class=list><li><a class=item href=/1>one</a><li><span class=x><a href=/2>two</a></span></ul></div><a href=/3>three</a>',
      ),
    ).toEqual([
      'html/body/div#content.wide.main/ul.list/li/a.item',
      'html/body/div#content.wide.main/ul.list/li/span.x/a',
      'html/body/a',
    ]);
  });

  it('are the same for links that a template numbers', () => {
    const [first, second] = pathsOf(
      '<div id=post-17 class="p17"><a href=/1>1</a></div><div id=post-18 class="p18"><a href=/2>2</a></div>',
    );
    expect(first).toBe('div#post-0.p0/a');
    expect(second).toBe(first);
  });

  it('end with elements whose end tags were forgotten', () => {
    expect(
      pathsOf('<ul><li><b><a href=/1>1</a><li><a href=/2>2</a></ul><p><a href=/3>3</a><p><a href=/4>4</a>'),
    ).toEqual(['ul/li/b/a', 'ul/li/a', 'p/a', 'p/a']);
  });

  it('of the same place are one string, and long ones stay bounded', () => {
    const deep = `${'<div class="a-rather-long-class-name">'.repeat(600)}<a href=/1>1</a>${'</div>'.repeat(600)}<a href=/2>2</a>`;
    const [inner, outer] = pathsOf(deep);
    expect(inner.length).toBeLessThanOrEqual(400);
    expect(outer).toBe('a');
  });

  it('outlive any number of open tags', () => {
    const path = new TagPath();
    for (let i = 0; i < 5_000; i++) path.push('div', null, null, true);
    for (let i = 0; i < 5_000; i++) path.push('b', null, null, false);
    for (let i = 0; i < 4_999; i++) path.endAnchored();
    expect(path.toString()).toBe('div');
    path.endAnchored();
    path.endAnchored();
    path.endInline('b');
    expect(path.toString()).toBe('');
  });
});
