import { Float, Int, ObjectType } from '@nestjs/graphql';
import { ApiField } from '../../../../platform/api/index.js';
import { SessionProgressFields } from '../../sessions/index.js';

@ObjectType('SessionProgress', { description: 'How far a session has come: its state and its counters' })
export class SessionProgressDto extends SessionProgressFields {}

@ObjectType('RelevantPage', {
  description: 'A relevant page when it was found. `page` has the rest',
})
export class RelevantPageDto {
  @ApiField(Int, { description: 'Order of completion, from 0' })
  seq: number;

  @ApiField(Int, { description: "Order of choice, from 0: the page's number within its session" })
  step: number;

  @ApiField(String, { description: 'The URL after redirects' })
  url: string;

  @ApiField(String, { description: 'Domain, as the session groups URLs' })
  domainName: string;

  @ApiField(String, { nullable: true })
  title: string | null;

  @ApiField(Float, { description: 'Probability that the page is relevant' })
  probability: number;

  @ApiField(Int, { description: 'Links from the seed' })
  depth: number;

  @ApiField(Date)
  fetchedAt: Date;

  @ApiField(Boolean, { description: 'Whether a thumbnail was kept' })
  hasScreenshot: boolean;
}
