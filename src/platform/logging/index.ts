export { createLogger } from './logger.js';
export { NestLogger } from './nest-logger.js';
