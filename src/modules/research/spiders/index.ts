export { toSpiderDto } from './spiders.mapper.js';
export { SpidersModule } from './spiders.module.js';
export { SpidersService } from './spiders.service.js';
