export { ApiKeys } from './api-keys.js';
