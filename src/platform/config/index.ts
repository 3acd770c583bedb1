export {
  APP_CONFIG,
  ConfigError,
  isLoopback,
  loadConfig,
  policyModules,
  processEnvironment,
  setForProcess,
} from './config.js';
export {
  type AppConfig,
  defaultUserAgent,
  type Environment,
  PUBLIC_PORTS,
  type SettingName,
  settings,
} from './settings.js';
export { unknownSettingText, unknownSettings } from './unknown-settings.js';
export { VERSION } from './version.js';
