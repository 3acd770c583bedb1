import { readFileSync } from 'node:fs';
import { reopenSteps, nextSteps, whyLines } from './demo-report.js';

describe('how to go on after the demo', () => {
  const lines = nextSteps('http://127.0.0.1:4000', 'a-topic', 'a-session');
  const variables = (text: string): string[] => [...text.matchAll(/\$([A-Z_]+)/g)].map((match) => match[1]);
  const exported = lines.flatMap((line) => /^export ([A-Z_]+)=\S+$/.exec(line)?.[1] ?? []);

  it('sets what its own commands use', () => {
    const used = lines.filter((line) => line.startsWith('curl ')).flatMap(variables);
    expect([...new Set(used)].sort()).toEqual([...exported].sort());
  });

  it("sets what the commands of the README's tour use", () => {
    const blocks = [...readFileSync('README.md', 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)].map((match) => match[1]);
    const used = new Set(blocks.flatMap(variables));
    expect([...used].sort()).toEqual([...exported].sort());
  });
});

it('names the console, of the service that runs and of one started on its data', () => {
  expect(nextSteps('http://127.0.0.1:4000', 'a-topic', 'a-session')).toContain(
    'Console: http://127.0.0.1:4000/sessions/a-session',
  );
  const later = reopenSteps('data/demo', 'a-session').join('\n');
  expect(later).toContain('npm start -- --data data/demo --port 3000');
  expect(later).toContain('http://127.0.0.1:3000/sessions/a-session');
});

describe('why a page was fetched', () => {
  const why = {
    policy: 'prospector',
    value: 0.5,
    exploration: false,
    features: { hostRate: 0.25 },
    leaf: null,
    terms: { phase: 'harvesting', reasons: 'hostRate +0.20' },
    rank: 2,
    options: 40,
    link: null,
    path: [{ step: 7, url: 'https://a.example/', title: null, relevant: true, probability: 0.9, reward: 1 }],
  };

  it('is explained in the terms of the policy', () => {
    const lines = whyLines({ step: 7, why });
    expect(lines).toContain('  because   phase: harvesting; reasons: hostRate +0.20');
    expect(whyLines({ step: 7, why: { ...why, terms: null } })).toHaveLength(lines.length - 1);
  });
});
