import { ID, Int, ObjectType } from '@nestjs/graphql';
import { ApiField } from '../../../../platform/api/index.js';
import { type JobKind, jobResults } from '../../../base/jobs/index.js';

export const REBUILD_COLLECTION = 'rebuild-collection' satisfies JobKind;

@ObjectType('Collection', {
  description: 'Numbers of pages and domains that a topic has found over all its sessions and monitors',
})
export class CollectionDto {
  @ApiField(ID)
  topicId: string;

  @ApiField(Int, { description: 'Pages, without those that repeat the text of another page of the collection' })
  pages: number;

  @ApiField(Int, { description: 'Relevant pages among them' })
  relevant: number;

  @ApiField(Int, { description: 'Pages that repeat the text of another page of the collection' })
  duplicates: number;

  @ApiField(Int)
  domainCount: number;

  @ApiField(Int, { description: 'Domains with a relevant page' })
  relevantDomainCount: number;

  @ApiField(Int, {
    description:
      'Steps of sessions, and pages that people or monitors have said something about, that the collection does not have yet. It follows the sessions within seconds',
  })
  behind: number;
}

@ObjectType('RebuiltCollection', { description: 'Result of making a collection again' })
class RebuiltCollectionDto {
  @ApiField(Int, { description: 'Pages, with duplicates' })
  collectedPages: number;
}
jobResults.add(RebuiltCollectionDto, REBUILD_COLLECTION);
