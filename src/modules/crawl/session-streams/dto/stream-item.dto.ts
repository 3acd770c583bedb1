import { ArgsType, createUnionType, ID, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiField, enumOf, QueryField } from '../../../../platform/api/index.js';
import { SessionEventDto } from '../../sessions/index.js';
import { POSITION_FORM } from '../stream-position.js';
import { RelevantPageDto, SessionProgressDto } from './stream.dto.js';

const BEHIND = 'Position of the item: `after` in a subscription that continues after it';

@ObjectType('StreamedProgress')
export class StreamedProgressDto {
  @ApiField(String, { description: BEHIND })
  position: string;

  @ApiField(SessionProgressDto)
  progress: SessionProgressDto;
}

@ObjectType('StreamedPage')
export class StreamedPageDto {
  @ApiField(String, { description: BEHIND })
  position: string;

  @ApiField(RelevantPageDto)
  page: RelevantPageDto;
}

@ObjectType('StreamedEvent')
export class StreamedEventDto {
  @ApiField(String, { description: BEHIND })
  position: string;

  @ApiField(SessionEventDto)
  event: SessionEventDto;
}

export const StreamItemUnion = createUnionType({
  name: 'SessionStreamItem',
  description: 'New data of a session: its progress, a relevant page, or an event',
  types: () => [StreamedProgressDto, StreamedPageDto, StreamedEventDto] as const,
  resolveType: (value: object) =>
    'progress' in value ? StreamedProgressDto : 'page' in value ? StreamedPageDto : StreamedEventDto,
});

const STREAM_STARTS = ['start', 'now'] as const;
const StreamStartEnum = enumOf(STREAM_STARTS);
registerEnumType(StreamStartEnum, { name: 'StreamStart' });

/** Start of a stream. */
@ArgsType()
export class StreamArgs {
  @QueryField(StreamStartEnum, {
    description: 'start: all relevant pages and events of the session so far, then new ones. now: only new ones',
    optional: true,
    default: 'start',
  })
  from?: (typeof STREAM_STARTS)[number] | null;

  @QueryField(String, {
    description: `Continue after this item: ${POSITION_FORM}`,
    optional: true,
    example: '1204.87.5f3c9a01',
    maxLength: 40,
  })
  after?: string | null;
}

/** Session id, if the path does not contain it. */
@ArgsType()
export class SessionStreamArgs extends StreamArgs {
  @QueryField(ID)
  sessionId: string;
}
