import { readFileSync } from 'node:fs';
import type { PolicyDefinition } from '../../src/domain/policies/index.js';
import { describePolicyContract } from './policy.contract.js';

const FILE = 'examples/policy/fresh-sites-first.mjs';
const { default: definition } = (await import(`../../${FILE}`)) as { default: PolicyDefinition };

describePolicyContract(definition);

describe('docs/writing-a-policy.md', () => {
  it('shows the example as it is', () => {
    expect(readFileSync('docs/writing-a-policy.md', 'utf8')).toContain(readFileSync(FILE, 'utf8'));
  });
});
