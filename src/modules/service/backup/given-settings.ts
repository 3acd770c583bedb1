import { type Environment, type SettingName, settings } from '../../../platform/config/index.js';
import type { Manifest } from './manifest.js';

/** The settings given in an environment; of secrets only the names. */
export function givenSettings(env: Environment): Pick<Manifest, 'settings' | 'secrets'> {
  const given = (Object.keys(settings) as SettingName[]).filter((name) => (env[name] ?? '').trim() !== '');
  return {
    settings: Object.fromEntries(
      given.filter((name) => !settings[name].secret).map((name) => [name, withoutLogin(env[name] ?? '')]),
    ),
    secrets: given.filter((name) => settings[name].secret),
  };
}

/** URLs may contain user and password. */
function withoutLogin(value: string): string {
  if (!/^[a-z+.-]+:\/\/[^/]*@/i.test(value) || !URL.canParse(value)) return value;
  const url = new URL(value);
  url.username = '';
  url.password = '';
  return url.href;
}
