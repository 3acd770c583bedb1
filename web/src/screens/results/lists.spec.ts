import {
  chipsOf,
  COLLECTED_DOMAINS,
  COLLECTED_PAGES,
  exportOf,
  filtersOf,
  percentOf,
  shareOf,
  sortOf,
  variablesOf,
  withFilter,
} from './lists.js';

const query = (text: string): URLSearchParams => new URLSearchParams(text);

describe('filters of an address', () => {
  it('are the usual ones where it names none', () => {
    expect(filtersOf(query(''), COLLECTED_PAGES)).toEqual({ relevant: 'true', duplicate: 'false' });
    expect(sortOf(query(''), COLLECTED_PAGES)).toBe('first_found_at');
  });

  it('are those that it names, without what nobody knows or could mean', () => {
    const filters = filtersOf(
      query('relevant=any&search=+goat+cheese+&domain=a.example&gone=perhaps&foundSince=yesterday&else=1&sort=magic'),
      COLLECTED_PAGES,
    );
    expect(filters).toEqual({ relevant: 'any', duplicate: 'false', search: 'goat cheese', domain: 'a.example' });
    expect(sortOf(query('sort=magic'), COLLECTED_PAGES)).toBe('first_found_at');
    expect(sortOf(query('sort=probability'), COLLECTED_PAGES)).toBe('probability');
  });

  it('become flags, times and enums of a query, and none where all is asked for', () => {
    const filters = filtersOf(query('relevant=any&duplicate=any&gone=false'), COLLECTED_PAGES);
    expect(variablesOf(filters, COLLECTED_PAGES)).toEqual({ gone: false });
    expect(variablesOf({ verdict: 'reject', tag: 'Blog' }, COLLECTED_DOMAINS)).toEqual({
      verdict: 'REJECT',
      tag: 'Blog',
    });
  });

  it('has shares as numbers, and as percentages for people', () => {
    const filters = filtersOf(
      query('relevant=any&duplicate=any&probabilityMin=0.55&probabilityMax=2'),
      COLLECTED_PAGES,
    );
    expect(variablesOf(filters, COLLECTED_PAGES)).toEqual({ probabilityMin: 0.55 });
    expect(chipsOf(filters, COLLECTED_PAGES)).toEqual([{ name: 'probabilityMin', text: 'Probability from: 55%' }]);
    expect(String(exportOf(filters, COLLECTED_PAGES))).toBe('probabilityMin=0.55');
    expect(['55', '', '101', '-1', 'x', '0', '100', '33.3'].map(shareOf)).toEqual([
      ...['0.55', '', '', '', '', '0', '1', '0.333'],
    ]);
    expect(['0.55', '0.333', '', '1'].map(percentOf)).toEqual(['55', '33.3', '', '100']);
  });

  it('has days that begin at midnight in the time zone of the browser, and moments', () => {
    const filters = filtersOf(query('foundSince=2026-11-20&changedSince=2026-11-20T02:30:00Z'), COLLECTED_PAGES);
    expect(variablesOf(filters, COLLECTED_PAGES)).toMatchObject({
      foundSince: new Date(2026, 10, 20).toISOString(),
      changedSince: '2026-11-20T02:30:00.000Z',
    });
    expect(chipsOf(filters, COLLECTED_PAGES).map(({ text }) => text)).toContain('New since: 2026-11-20');
  });

  it('become parameters of an export, as the API spells them', () => {
    const parameters = exportOf({ relevant: 'true', verdict: 'keep', search: 'Aß' }, COLLECTED_DOMAINS);
    expect(Object.fromEntries(parameters)).toEqual({ relevant: 'true', verdict: 'keep', search: 'Aß' });
  });
});

describe('changing a filter', () => {
  it('keeps the others and the order, and closes what was open', () => {
    const changed = withFilter(query('search=milk&sort=probability&at=k1'), 'domain', 'a.example', COLLECTED_PAGES);
    expect(Object.fromEntries(changed)).toEqual({ search: 'milk', sort: 'probability', domain: 'a.example' });
  });

  it('names the usual value in no address, and another one in place of it', () => {
    expect(String(withFilter(query('relevant=false'), 'relevant', 'true', COLLECTED_PAGES))).toBe('');
    expect(String(withFilter(query(''), 'relevant', '', COLLECTED_PAGES))).toBe('relevant=any');
    expect(String(withFilter(query('tag=blog'), 'tag', '', COLLECTED_PAGES))).toBe('');
  });
});

it('says in words what is set', () => {
  const filters = filtersOf(query('seedDomain=false&language=de'), COLLECTED_PAGES);
  expect(chipsOf(filters, COLLECTED_PAGES)).toEqual([
    { name: 'relevant', text: 'Relevance: Relevant' },
    { name: 'language', text: 'Language: de' },
    { name: 'seedDomain', text: 'Seed domains: Without them' },
    { name: 'duplicate', text: 'Repeats: Without repeats' },
  ]);
  expect(chipsOf({ relevant: 'any' }, COLLECTED_PAGES)).toEqual([]);
});
