import { PageLoad } from './page-load.js';

const loaded = (): PageLoad => {
  const load = new PageLoad(Infinity);
  load.documentGiven = true;
  load.loadedAt = performance.now();
  return load;
};

describe('a page that has loaded', () => {
  it('may be calm as long as nothing is under way that its scripts may use', () => {
    const load = loaded();
    expect(load.mayBeCalm).toBe(true);
    load.asks('1', 'Fetch');
    expect(load.mayBeCalm).toBe(false);
    load.gets('1');
    expect(load.mayBeCalm).toBe(true);
    load.asks('2', 'Ping');
    expect(load.mayBeCalm).toBe(true);
    expect(load.requests).toBe(2);
  });

  it('must fall quiet once it asks for more scripts', () => {
    const load = loaded();
    load.asks('1', 'Script');
    load.gets('1');
    expect(load.mayBeCalm).toBe(false);
  });

  it('is another page after something has come', () => {
    const load = loaded();
    const before = load.activities;
    load.asks('1', 'XHR');
    load.gets('1');
    expect(load.activities).toBeGreaterThan(before);
  });

  it('is not calm before it has loaded, nor while it leads on', () => {
    const load = loaded();
    load.navigations = 1;
    expect(load.mayBeCalm).toBe(false);
    load.navigations = 0;
    load.restart();
    expect(load.mayBeCalm).toBe(false);
  });
});
