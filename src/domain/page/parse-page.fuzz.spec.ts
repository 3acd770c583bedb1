import { describeGiants } from '../../../test/support/page-giants.js';
import { describeMutations } from '../../../test/support/page-mutations.js';
import { SAMPLE_PAGES } from '../../../test/support/sample-pages.js';
import { parsePage, type ParsedPage } from './index.js';

const URL_ = 'https://curdnerd.example/2024/03/making-ricotta/';
describe('the sample pages', () => {
  const parsed = (name: string, url = URL_): ParsedPage => parsePage(SAMPLE_PAGES[name] ?? '', url);
  const urls = (page: ParsedPage): string[] => page.links.map((link) => link.url.replace(/^https?:\/\/[^/]*/, ''));

  it('reads the blog', () => {
    const page = parsed('blog', 'https://curdnerd.example/2024/03/ricotta/');
    expect(page).toMatchObject({
      title: 'Making ricotta at home – The Curd Nerd',
      language: 'en-us',
      canonical: 'https://curdnerd.example/2024/03/making-ricotta/',
      robots: 'max-image-preview:large',
      feeds: ['https://curdnerd.example/feed/', 'https://curdnerd.example/comments/feed/'],
      headings: ['Making ricotta at home', 'Archives'],
    });
    expect(page.links.find((link) => link.anchor === 'how to make paneer')).toMatchObject({
      url: 'https://curdnerd.example/2024/03/02/making-paneer/',
      place: 'main',
    });
    expect(page.links.find((link) => link.anchor === 'nice blog!!!')).toMatchObject({ nofollow: true });
    expect(page.links.find((link) => link.anchor === 'March 2024')).toMatchObject({
      place: 'aside',
      heading: 'Archives',
    });
    expect(urls(page)).not.toContain('/not-a-link');
    expect(page.mainText).toContain('Ricotta is made from whey left over');
    expect(page.text).not.toMatch(/dataLayer|schema|hover|Your words/);
  });

  it('reads the home page of 1996', () => {
    const page = parsed('homepage1996', 'http://www.foodsci.example/');
    expect(urls(page)).toEqual([
      '/dept/index2.html',
      '/dept/people.html',
      '/dept/courses.html',
      '/dept/research/',
      '/dept/news/96-05.html',
      '/dept/news/96-04.html',
    ]);
    expect(page.headings).toEqual(['Department of Food Science']);
    expect(page.text).toContain('Welcome to the Department of Food Science. We study');
  });

  it('reads frames, shop and application', () => {
    expect(urls(parsed('frameset', 'http://guild.example/'))).toEqual(['/menu.htm', '/top.htm', '/main.htm']);
    const shop = parsed('shop', 'https://hof.example/kaese?x=1');
    expect(shop).toMatchObject({ language: 'de', robots: 'noindex, follow', noindex: true, nofollow: false });
    expect(urls(shop)).toEqual([
      '/',
      '/kaese',
      '/kaese?farbe=gelb',
      '/kaese?farbe=gelb&sorte=hart',
      '/kaese?farbe=gelb&sorte=hart&reife=alt&order=preis&copy=1',
      '/p/4711-bergkaese',
      '/p/4712-weichk%C3%A4se',
      '/p/4713',
      '/newsletter',
      '/svg',
      '/impressum',
    ]);
    expect(shop.links[5].anchor).toBe('Bergkäse');
    expect(shop.text).not.toMatch(/unsichtbar|Bild|Bald/);
    expect(parsed('application')).toMatchObject({ title: 'Loading…', text: '', links: [] });
  });
});

// `npm run test:long` runs fifty times as many, and five million of each.
describeMutations(200);
describeGiants(400_000);
