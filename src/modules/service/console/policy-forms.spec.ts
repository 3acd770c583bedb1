import { schemaSettings } from '../../../../web/src/screens/start/schema-settings.js';
import { bodyOf } from '../../../../web/src/screens/start/session-body.js';
import { SPIDER_KINDS } from '../../../../web/src/screens/start/spider-kinds.js';
import { standardOf } from '../../../../web/src/screens/start/setting.js';
import { describePolicies, policies } from '../../../domain/policies/index.js';

test.each(describePolicies().map(({ name, configSchema }) => [name, configSchema] as const))(
  'the console has a form for the settings of %s in words, and its defaults entered change nothing',
  (name, configSchema) => {
    const settings = schemaSettings(configSchema);
    expect(settings.map(({ path }) => path)).toEqual(Object.keys(configSchema['properties'] as object));
    expect(settings.filter(({ help }) => help === '')).toEqual([]);
    for (const { label, help, standard } of settings) {
      expect(`${label} ${help}`).not.toMatch(/\b[a-z]+[A-Z]/);
      // One default each: that of the schema, or one that the description explains.
      if (standard !== undefined) expect(help).not.toContain('Default:');
    }
    const entered = Object.fromEntries(settings.map((setting) => [setting.path, standardOf(setting)]));
    expect(bodyOf({ policy: name, ofPolicies: { [name]: entered }, texts: {} }, [{ name, configSchema }])).toEqual({
      policy: name,
    });
  },
);

test('the console lists the spiders that a policy takes', () => {
  const kinds = policies.flatMap(({ name, priors }) =>
    priors?.spiderKind ? [[name, priors.spiderKind.toUpperCase().replaceAll('-', '_')] as const] : [],
  );
  expect(SPIDER_KINDS).toEqual(Object.fromEntries(kinds));
});
