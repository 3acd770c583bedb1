import { ID, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiField, Connection, enumOf, InputField, Page } from '../../../../platform/api/index.js';
import { KEY_SCOPES, type KeyScope } from '../../../../platform/scope/index.js';
import { DEFAULT_OVERLAP_SECONDS, MAX_KEY_NAME_CHARS, MAX_OVERLAP_SECONDS } from '../keys/project-key.js';

const KeyScopeEnum = enumOf(KEY_SCOPES);
registerEnumType(KeyScopeEnum, {
  name: 'KeyScope',
  description:
    'Calls that a key allows: to read, to change, to administer the project with its keys. Each includes those before it',
});

@ObjectType('ApiKey', { description: 'A key of a project. Its secret is not kept, only its SHA-256' })
export class ApiKeyDto {
  @ApiField(ID, { description: 'Also in the text of the key, `gl_<id without hyphens>_<secret>`' })
  id: string;

  @ApiField(ID)
  projectId: string;

  @ApiField(String, { description: 'Purpose of the key, for people' })
  name: string;

  @ApiField([KeyScopeEnum])
  scopes: readonly KeyScope[];

  @ApiField(Date)
  createdAt: Date;

  @ApiField(Date, { nullable: true, description: 'From then on the key is refused; null: it has no end' })
  expiresAt: Date | null;

  @ApiField(Date, { nullable: true, description: 'Last use, to the minute' })
  lastUsedAt: Date | null;

  @ApiField(Date, {
    nullable: true,
    description: 'From then on the key is refused: it was revoked, or its overlap ends when it was rotated',
  })
  revokedAt: Date | null;

  @ApiField(ID, { nullable: true, description: 'The key that took its place when it was rotated' })
  replacedBy: string | null;
}

@ObjectType('NewApiKey', { description: 'A key with its secret' })
export class NewApiKeyDto extends ApiKeyDto {
  @ApiField(String, {
    description: 'The key as it is sent: `Authorization: Bearer <secret>`. It is not shown again',
    example: 'gl_019ab2c4d5e67f8091a2b3c4d5e6f708_CnXy0sYmDqS0Zx3v1m5Qz9bYF2u8r4tLwKjHnGfEdCb',
  })
  secret: string;
}

export class ApiKeyPage extends Page(ApiKeyDto) {}

@ObjectType()
export class ApiKeyConnection extends Connection(ApiKeyDto, 'ApiKey') {}

@InputType()
export class CreateApiKeyInput {
  @InputField(String, {
    description: 'Purpose of the key, for people',
    example: 'nightly export',
    minLength: 1,
    maxLength: MAX_KEY_NAME_CHARS,
  })
  name: string;

  @InputField([KeyScopeEnum], { description: 'Calls that the key allows', example: ['read'], minItems: 1, maxItems: 3 })
  scopes: KeyScope[];

  @InputField(Date, { description: 'From then on the key is refused. Omitted: it has no end', optional: true })
  expiresAt?: Date | null;
}

@InputType()
export class RotateApiKeyInput {
  @InputField(Int, {
    description: 'How long the old key stays valid, in seconds',
    optional: true,
    default: DEFAULT_OVERLAP_SECONDS,
    minimum: 0,
    maximum: MAX_OVERLAP_SECONDS,
  })
  overlapSeconds?: number | null;
}
