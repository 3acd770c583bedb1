import { archivedMarkdown } from './archived-markdown.js';

it('writes the queries of links in the encoding of the archived response', async () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=windows-1251\r\n\r\n';
  const body = '<p>Sorts of cheese: <a href="/search?q=\xf1\xfb\xf0">all</a>';
  const found = { type: 'response', block: Buffer.from(head + body, 'latin1'), truncated: false } as const;
  const made = await archivedMarkdown(found, 'https://cheese.example/', AbortSignal.timeout(20_000));
  expect(made?.content).toBe('Sorts of cheese: [all](https://cheese.example/search?q=%F1%FB%F0)\n');
});
