import { Injectable } from '@nestjs/common';
import { DomainPathsRepository } from './domain-paths.repository.js';
import type { DomainPathsArgs, DomainPathsDto } from '../dto/domain-paths.dto.js';
import { ResultsService } from '../results.service.js';

/** The folders of a domain, according to the URLs of its pages. */
@Injectable()
export class DomainPathsService {
  constructor(
    private readonly results: ResultsService,
    private readonly paths: DomainPathsRepository,
  ) {}

  /** @throws DomainError NOT_FOUND for session or domain */
  async of(sessionId: string, domainNo: number, { under, levels, limit }: DomainPathsArgs): Promise<DomainPathsDto> {
    await this.results.domain(sessionId, domainNo);
    const folder = under ?? '';
    const found = await this.paths.list(sessionId, domainNo, {
      under: folder === '' || folder.endsWith('/') ? folder : `${folder}/`,
      levels,
      limit: limit + 1,
    });
    return { paths: found.slice(0, limit), isCut: found.length > limit };
  }
}
