import { findPolicy } from '../../dist/domain/policies/index.js';

/**
 * A policy of the registry under another name and with other settings, for `runLab`.
 *
 * @param onCreate gets each created policy before its first step
 */
export function withSettings(name, of, settings = {}, onCreate = () => {}) {
  const definition = findPolicy(of);
  if (!definition) throw new Error(`no policy named ${of}`);
  const config = definition.configSchema.parse(settings);
  return {
    ...definition,
    name,
    needs: () => definition.needs?.(config) ?? {},
    create: (_, deps) => {
      const policy = definition.create(config, deps);
      onCreate(policy);
      return policy;
    },
  };
}
