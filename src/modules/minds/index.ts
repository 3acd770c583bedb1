export { MindsModule } from './minds.module.js';
