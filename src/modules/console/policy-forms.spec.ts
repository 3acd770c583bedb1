import { configOf, fieldsOf } from '../../../web/src/screens/start/schema-fields.js';
import { describePolicies } from '../../domain/policies/index.js';

test.each(describePolicies().map(({ name, configSchema }) => [name, configSchema] as const))(
  'the console has a form for the settings of %s, and its defaults entered change nothing',
  (_name, configSchema) => {
    const fields = fieldsOf(configSchema);
    expect(fields.map(({ name }) => name)).toEqual(Object.keys(configSchema['properties'] as object));
    expect(fields.filter(({ description }) => description === '')).toEqual([]);
    expect(configOf(configSchema, Object.fromEntries(fields.map(({ name, standard }) => [name, standard])))).toEqual(
      {},
    );
  },
);
