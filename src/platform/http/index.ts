export { closeApp, createApp, listen } from './create-app.js';
export { refuseForgedCalls } from './foreign-pages.js';
export { HttpModule } from './http.module.js';
export { ANYWHERE } from './known-methods.js';
export { RateWindowsRepository } from './rate-windows.repository.js';
export { apiSchemas } from './openapi.js';
