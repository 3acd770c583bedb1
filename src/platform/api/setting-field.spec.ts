import { z } from 'zod';
import { SettingInputs } from './setting-field.js';

describe('SettingInputs', () => {
  it('refuses facts about a setting that the schema does not have', () => {
    const schema = z.strictObject({ pages: z.int() });
    expect(() => SettingInputs(schema, { pages: { example: 1 }, page: { example: 1 } })).toThrow(/no setting page$/);
  });
});
