import { ArgsType, ID, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import {
  ApiField,
  Connection,
  enumOf,
  InputField,
  Page,
  PageArgs,
  QueryField,
} from '../../../../platform/api/index.js';
import { SESSION_EVENT_KINDS, type SessionEventKind } from '../../../../domain/session/index.js';
import { SessionEventDetailsDto } from './session-event-details.dto.js';

@InputType()
export class SwitchModelInput {
  @InputField(ID, { description: "A ready model of the session's topic" })
  modelId: string;
}

const SessionEventKindEnum = enumOf(SESSION_EVENT_KINDS);
registerEnumType(SessionEventKindEnum, { name: 'SessionEventKind' });
@ObjectType('SessionEvent', {
  description: 'An event of a session: a change of its state or model, a command, an outage, what happened at a host',
})
export class SessionEventDto {
  @ApiField(Int, { description: 'Increases with each event, with gaps' })
  no: number;

  @ApiField(Date)
  at: Date;

  @ApiField(SessionEventKindEnum, {
    description:
      'released: given back by a worker. taken over: taken from a worker whose lease ran out. host held: it brings nothing, so that its candidates wait. host freed: it brought a page after that. host given up, robots refused, retried, host held, host freed: one event for each host, which counts',
    example: 'started',
  })
  kind: SessionEventKind;

  @ApiField(Int, { description: 'Number of steps completed at that time' })
  completed: number;

  @ApiField(SessionEventDetailsDto)
  details: SessionEventDetailsDto;
}

/** Events of one session. */
@ArgsType()
export class SessionEventsArgs extends PageArgs {
  @QueryField(SessionEventKindEnum, { description: 'Only events of this kind', optional: true })
  kind?: SessionEventKind | null;
}

export class SessionEventPage extends Page(SessionEventDto) {}

@ObjectType()
export class SessionEventConnection extends Connection(SessionEventDto, 'SessionEvent') {}
