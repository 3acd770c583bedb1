export { HashedBody } from './hashed-body.js';
export { IdempotencyKey } from './idempotency-key.js';
export { IdempotencyRepository } from './idempotency.repository.js';
export { type CreateOnce, IdempotencyService } from './idempotency.service.js';
export { requestHash } from './request-hash.js';
