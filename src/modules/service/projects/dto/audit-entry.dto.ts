import { ArgsType, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiField, Connection, enumOf, Page, PageArgs, QueryField } from '../../../../platform/api/index.js';
import { EXPORT_FORMATS, type ExportFormat } from '../../../results/results/index.js';
import { AUDITED_CHANGES, AUDITED_OBJECTS, type AuditedChange, type AuditedObject } from '../audit/audit-entry.js';

const ObjectEnum = enumOf(AUDITED_OBJECTS);
registerEnumType(ObjectEnum, { name: 'AuditedObject', description: 'Kind of the changed object' });
const ChangeEnum = enumOf(AUDITED_CHANGES);
registerEnumType(ChangeEnum, { name: 'AuditedChange' });
const FormatEnum = enumOf(EXPORT_FORMATS);

@ObjectType('AuditEntry', {
  description: 'A change made by a call: actor, object, address. It is written in the transaction of the change',
})
class AuditEntryDto {
  @ApiField(ID)
  id: string;

  @ApiField(Date)
  createdAt: Date;

  @ApiField(String, {
    description:
      'The actor: `local` without a key, `operator` with a fingerprint of the key, or the id of a key of the project',
  })
  actor: string;

  @ApiField(String, { description: 'Network address of the caller' })
  address: string;

  @ApiField(String, { description: 'Id of the request, as in the log and in its answer' })
  requestId: string;

  @ApiField(String, {
    description: 'Method and route of REST, or kind and fields of an operation of GraphQL',
    example: 'POST /v1/topics',
  })
  call: string;

  @ApiField(ObjectEnum)
  object: AuditedObject;

  @ApiField(ChangeEnum)
  change: AuditedChange;

  @ApiField(Int, { description: 'How many objects the change is about' })
  rows: number;

  @ApiField([String], { description: 'Ids of the first 20 of them' })
  ids: readonly string[];
}

export class AuditEntryPage extends Page(AuditEntryDto) {}

@ObjectType()
export class AuditEntryConnection extends Connection(AuditEntryDto, 'AuditEntry') {}

const MAX_ACTOR_CHARS = 100;

@ArgsType()
export class AuditArgs extends PageArgs {
  @QueryField(String, { description: 'Only changes by this actor', optional: true, maxLength: MAX_ACTOR_CHARS })
  actor?: string | null;

  @QueryField(ObjectEnum, { description: 'Only changes of such objects', optional: true })
  object?: AuditedObject | null;

  @QueryField(ChangeEnum, { description: 'Only such changes', optional: true })
  change?: AuditedChange | null;

  @QueryField(String, {
    description: 'Id of an object that was changed, of those that an entry names',
    optional: true,
    maxLength: MAX_ACTOR_CHARS,
  })
  objectId?: string | null;

  @QueryField(Date, { description: 'Changed at this time or later', optional: true })
  from?: Date | null;

  @QueryField(Date, { description: 'Changed before this time', optional: true, notBelow: 'from' })
  to?: Date | null;
}

export class AuditExportQuery extends AuditArgs {
  @QueryField(FormatEnum, { only: 'rest' })
  format: ExportFormat;
}
