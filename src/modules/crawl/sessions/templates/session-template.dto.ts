import { ID, InputType, ObjectType } from '@nestjs/graphql';
import { ApiField, Connection, InputField, JsonScalar, Node, Page } from '../../../../platform/api/index.js';
import { OthersFixed } from '../../../../platform/errors/index.js';
import { SessionSettingsInput } from '../dto/session.input.js';
import { MAX_TEMPLATE_NAME_CHARS, type TemplateSettings } from './session-template.js';

const NAME = 'For people. Unique within the project';
const SETTINGS = 'Policy and settings of the sessions. Omitted settings have their defaults when a session starts';

@ObjectType('SessionTemplate', {
  implements: () => [Node],
  description: 'Settings of sessions under a name, to start sessions with',
})
export class SessionTemplateDto {
  @ApiField(ID)
  id: string;

  @ApiField(String, { description: NAME })
  name: string;

  @ApiField(JsonScalar, {
    description: 'Policy and settings as POST /v1/topics/:id/sessions takes them, without defaults',
    example: { policy: 'prospector', budget: { fetches: 500 }, domainCap: 20 },
  })
  settings: TemplateSettings;

  @ApiField(Date)
  createdAt: Date;

  @ApiField(Date)
  updatedAt: Date;
}

export class SessionTemplatePage extends Page(SessionTemplateDto) {}

@ObjectType()
export class SessionTemplateConnection extends Connection(SessionTemplateDto, 'SessionTemplate') {}

@InputType()
export class CreateSessionTemplateInput {
  @InputField(String, {
    description: NAME,
    example: 'slow and deep',
    minLength: 1,
    maxLength: MAX_TEMPLATE_NAME_CHARS,
  })
  name: string;

  @InputField(SessionSettingsInput, { description: SETTINGS })
  settings: SessionSettingsInput;
}

@InputType({ description: 'Fields to change. Omitted fields keep their values' })
@OthersFixed('policy and settings of sessions are fields of settings')
export class UpdateSessionTemplateInput {
  @InputField(String, { description: NAME, optional: true, minLength: 1, maxLength: MAX_TEMPLATE_NAME_CHARS })
  name?: string | null;

  @InputField(SessionSettingsInput, { description: 'In place of all settings that there are', optional: true })
  settings?: SessionSettingsInput | null;
}
