export { type ApiKeyText, hashOfSecret, newApiKey, textOfKey } from './api-key.js';
export { ApiKeys } from './api-keys.js';
export { type Caller, Callers, PROJECT_HEADER } from './callers.js';
export { requireOperator, requireScope } from './require-scope.js';
export { StoredKeysRepository } from './stored-keys.repository.js';
