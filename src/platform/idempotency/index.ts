export { IdempotencyService, type IdempotentResult, requestHash } from './idempotency.service.js';
