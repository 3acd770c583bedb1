export { ConsoleModule } from './console.module.js';
export { CLIENT_ROUTES } from './client-routes.js';
