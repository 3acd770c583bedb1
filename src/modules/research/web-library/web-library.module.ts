import { Module } from '@nestjs/common';
import { WebLibrary } from './web-library.js';
import { WebLibraryController } from './web-library.controller.js';
import { WebLibraryResolver } from './web-library.resolver.js';
import { WebLibraryService } from './web-library.service.js';

/** Recorded webs that the operator offers for training. */
@Module({
  controllers: [WebLibraryController],
  providers: [WebLibrary, WebLibraryService, WebLibraryResolver],
  exports: [WebLibrary],
})
export class WebLibraryModule {}
