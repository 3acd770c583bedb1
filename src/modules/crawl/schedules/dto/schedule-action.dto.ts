import { InputType, ObjectType } from '@nestjs/graphql';
import type { Type } from '@nestjs/common';
import { ApiField, InputField } from '../../../../platform/api/index.js';
import { ScheduledSessionDto, ScheduledSessionInput } from './scheduled-session.dto.js';

@InputType({ description: 'Action of a schedule. Exactly one field is given' })
export class ScheduleActionInput {
  [kind: string]: object | null | undefined;
}

@ObjectType('ScheduleAction', { description: 'Action of a schedule. Exactly one field is set' })
export class ScheduleActionDto {
  [kind: string]: object | undefined;
}

/**
 * Adds a field for one kind of action to `action` of schedules, in both APIs. Must be called when a module is loaded,
 * where the types are defined.
 *
 * @param kind of the action's handler
 */
export function addScheduleAction(kind: string, input: Type<object>, shown: Type<object>, description: string): void {
  InputField(input, { description, optional: true })(ScheduleActionInput.prototype, kind);
  ApiField(shown, { description, optional: true })(ScheduleActionDto.prototype, kind);
}

addScheduleAction('session', ScheduledSessionInput, ScheduledSessionDto, 'Start a crawl of a topic');
