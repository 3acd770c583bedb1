import { describePolicies, findPolicy, policies } from '../../src/domain/policies/index.js';
import { describeContracts } from './policy-configurations.js';

describeContracts(0, 0.2, true);

describe('the registry', () => {
  it('has unique names', () => {
    expect(new Set(policies.map(({ name }) => name)).size).toBe(policies.length);
    expect(policies.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['breadth-first', 'random', 'best-first', 'tres', 'tree-random']),
    );
  });

  it('finds a policy by its name only', () => {
    expect(findPolicy('tres')?.name).toBe('tres');
    expect(findPolicy('TRES')).toBeUndefined();
  });

  it('describes each configuration as a JSON schema with its defaults', () => {
    const described = describePolicies();
    expect(described).toHaveLength(policies.length);
    for (const { name, configSchema } of described) {
      // Its step cost grows with the frontier.
      const most = name === 'synchronous' ? 200_000 : 10_000_000;
      expect(configSchema).toMatchObject({ type: 'object', properties: { maxCandidates: { default: most } } });
    }
    expect(described.find(({ name }) => name === 'tres')?.configSchema).toMatchObject({
      properties: {
        preset: { enum: ['scaled', 'program', 'paper'], default: 'scaled' },
        discount: { minimum: 0, exclusiveMaximum: 1 },
      },
    });
  });
});
