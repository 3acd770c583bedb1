import { Query, Resolver } from '@nestjs/graphql';
import { CALLS } from './web-library.controller.js';
import { RecordedWebDto } from './dto/recorded-web.dto.js';
import { WebLibraryService } from './web-library.service.js';

@Resolver(() => RecordedWebDto)
export class WebLibraryResolver {
  constructor(private readonly library: WebLibraryService) {}

  @Query(() => [RecordedWebDto], { description: CALLS.listRecordedWebs })
  recordedWebs(): Promise<RecordedWebDto[]> {
    return this.library.list();
  }
}
