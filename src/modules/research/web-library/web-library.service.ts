import { Injectable } from '@nestjs/common';
import type { RecordedWebDto } from './dto/recorded-web.dto.js';
import { WebLibrary } from './web-library.js';

/** The library in the form of both APIs. */
@Injectable()
export class WebLibraryService {
  constructor(private readonly library: WebLibrary) {}

  async list(): Promise<RecordedWebDto[]> {
    return (await this.library.list()).map(({ name, bytes, counts, problem }) => ({
      ...{ name, bytes, problem },
      pages: counts?.pages ?? null,
      labels: [...(counts?.labels ?? [])],
    }));
  }
}
