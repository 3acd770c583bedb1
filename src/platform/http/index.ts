export { closeApp, createApp, listen } from './create-app.js';
export { HttpModule } from './http.module.js';
export { openApiDocument } from './openapi.js';
export { apiSchemas } from './schemas.js';
