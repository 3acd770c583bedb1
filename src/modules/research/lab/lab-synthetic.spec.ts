import { parseSyntheticSettings } from '../../../domain/webs/index.js';
import { createRecordedFetcher } from '../recorded-web/index.js';
import { openSyntheticWeb } from '../synthetic-web/index.js';
import { labGet, linksBy, reachedGraph } from './lab-graph.js';
import { openSyntheticLab } from './lab-synthetic.js';

describe('a synthetic web in the lab', () => {
  const settings = parseSyntheticSettings('pages=400,seed=2,maxLinks=30,pagesPerHost=20');
  const { web, topic } = openSyntheticLab(settings);

  it('has the graph that its pages show', async () => {
    const known = await web.graphFrom(topic.seeds);
    const read = await reachedGraph(linksBy(labGet(createRecordedFetcher(openSyntheticWeb(settings)))), topic.seeds);
    expect(read.urls).toEqual(known.urls);
    expect(read.seeds).toEqual(known.seeds);
    const rows = ({ graph }: typeof read): string[] =>
      Array.from({ length: graph.size }, (_, page) => [...graph.linksOf(page)].join(' '));
    expect(rows(read)).toEqual(rows(known));
  });

  it('has labels, texts, and a topic that suits', async () => {
    const urls = [...web.labels.keys()];
    expect(urls).toHaveLength(400);
    const relevant = urls.filter((url) => web.labels.get(url)?.has(topic.label));
    expect(relevant.length).toBeGreaterThan(20);
    expect((await web.document(relevant[0]))?.text).toMatch(new RegExp(topic.keywords.slice(0, 6).join('|')));
    expect(web.labels.get('http://elsewhere.example/')).toBeUndefined();
    expect(await web.document('http://elsewhere.example/')).toBeNull();
    expect(web.isRecorded(urls[3])).toBe(true);
  });

  it('is refused when it changes', () => {
    expect(() => openSyntheticLab({ ...settings, changing: true })).toThrow(/^changing: expected false/);
  });
});
