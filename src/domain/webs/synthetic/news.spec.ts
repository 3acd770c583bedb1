import { parsePage } from '../../page/index.js';
import { DAY_SECONDS } from './bursts.js';
import { type ChangingWeb, createChangingWeb } from './changing-web.js';
import { parseSyntheticSettings } from './settings.js';
import { createSyntheticWeb } from './synthetic-web.js';

const SETTINGS = 'pages=600,pagesPerHost=60,initial=0.7,newPerDay=0.06,editsPerDay=0.5,days=5,changing=true';
const make = (settings: string): ChangingWeb =>
  createChangingWeb(createSyntheticWeb(parseSyntheticSettings(`${SETTINGS},${settings}`)));
const pagesOf = ({ web }: ChangingWeb): number[] => Array.from({ length: web.size }, (_, page) => page);
const homeOf = ({ web: { sites } }: ChangingWeb, page: number): number => sites.hostStarts[sites.hostOf[page]];
const newPages = (changing: ChangingWeb): number[] =>
  pagesOf(changing).filter((page) => {
    const born = changing.bornAt(page);
    return born > 0 && born < 4 * DAY_SECONDS && homeOf(changing, page) !== page;
  });
const links = (changing: ChangingWeb, page: number, time: number): number[] => [
  ...(changing.asOf(page, time)?.links ?? []),
];

describe('news on home pages', () => {
  it('stand there from the first moment for as long as they are to, and no longer', () => {
    const changing = make('newsHours=6');
    const fresh = newPages(changing);
    expect(fresh.length).toBeGreaterThan(50);
    let passing = 0;
    for (const page of fresh) {
      const home = homeOf(changing, page);
      const born = changing.bornAt(page);
      expect(links(changing, home, born)).toContain(page);
      expect(links(changing, home, born - 1)).not.toContain(page);
      if (changing.web.graph.linksOf(home).includes(page)) continue;
      passing++;
      expect(links(changing, home, born + 6 * 3_600 - 1)).toContain(page);
      expect(links(changing, home, born + 6 * 3_600)).not.toContain(page);
    }
    expect(passing).toBeGreaterThan(fresh.length / 3);
  });

  it.each(['newsHours=6', 'newsHours=6,twin=rewired', 'newsHours=6,twin=rewired-within-topics'])(
    'are in the document, which says when it changed: %s',
    (settings) => {
      const changing = make(settings);
      const { web } = changing;
      const sources = new Set(newPages(changing).map((page) => homeOf(changing, page)));
      for (const page of [...[...sources].slice(0, 3), 17, 99]) {
        let before = changing.asOf(page, 0);
        for (let time = 0; time <= 3 * DAY_SECONDS; time += 10_800) {
          const now = changing.asOf(page, time);
          if (now === null) continue;
          const urls = parsePage(now.html(), web.urlOf(page)).links.map((link) => link.url);
          expect(urls).toEqual(Array.from(now.links, web.urlOf));
          expect(new Set(now.links).size).toBe(now.links.length);
          // A link that came and went since the last look counts as a change, although the page is the same.
          if (now.modifiedAt === before?.modifiedAt) expect(now.html()).toBe(before.html());
          expect(changing.asOf(page, now.modifiedAt)?.html()).toBe(now.html());
          before = now;
        }
      }
    },
  );

  it('are rewired with all other links in the twin: few stand on home pages, and all are linked somewhere', () => {
    const changing = make('newsHours=6,twin=rewired,linkChurn=0');
    const fresh = newPages(changing);
    const end = 5 * DAY_SECONDS;
    const linked = new Set(pagesOf(changing).flatMap((page) => links(changing, page, end)));
    let atHome = 0;
    for (const page of fresh) {
      if (links(changing, homeOf(changing, page), changing.bornAt(page)).includes(page)) atHome++;
      expect(linked).toContain(page);
    }
    expect(atHome / fresh.length).toBeLessThan(0.2);
  });

  it('change nothing where none are asked for', () => {
    const [plain, none] = [make('seed=4'), make('seed=4,newsHours=0')];
    for (let page = 0; page < 600; page += 23)
      expect(none.asOf(page, 3 * DAY_SECONDS)?.html()).toBe(plain.asOf(page, 3 * DAY_SECONDS)?.html());
  });
});
