export { HealthController } from './health.controller.js';
export { HealthService } from './health.service.js';
