export { toolServer } from './tool-server.js';
