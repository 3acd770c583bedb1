import { InputType, ObjectType } from '@nestjs/graphql';
import type { Type } from '@nestjs/common';
import { ApiField, InputField } from '../../../platform/api/index.js';
import { ScheduledSessionDto, ScheduledSessionInput } from './scheduled-session.dto.js';

@InputType({ description: 'What a schedule does. Exactly one field is given' })
export class ScheduleActionInput {
  [kind: string]: object | null | undefined;
}

@ObjectType('ScheduleAction', { description: 'What a schedule does. One field is there' })
export class ScheduleActionDto {
  [kind: string]: object | undefined;
}

/**
 * Gives `action` of schedules a field for one kind of action, in both APIs. To be called where the shapes are defined, so that it is done when a module is
 * loaded.
 *
 * @param kind as the handler of the action names it
 */
export function addScheduleAction(kind: string, input: Type<object>, shown: Type<object>, description: string): void {
  InputField(input, { description, optional: true })(ScheduleActionInput.prototype, kind);
  ApiField(shown, { description, optional: true })(ScheduleActionDto.prototype, kind);
}

addScheduleAction('session', ScheduledSessionInput, ScheduledSessionDto, 'Start a crawl of a topic');
