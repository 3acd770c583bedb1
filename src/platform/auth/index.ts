export { hashOfSecret, isSecretOf, newApiKey, readApiKey, textOfKey } from './api-key.js';
export { ApiKeys } from './api-keys.js';
export { type Caller, Callers, type Credentials, PROJECT_HEADER } from './callers.js';
export { KeyWatch } from './key-watch.js';
export { requireOperator, requireScope } from './require-scope.js';
export { clearedCookie, hasSignIn, signInCookie, signInOf } from './sign-in.js';
export { SignInsRepository } from './sign-ins.repository.js';
export { StoredKeysRepository } from './stored-keys.repository.js';
