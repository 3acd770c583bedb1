import { ID, InputType, Int, ObjectType } from '@nestjs/graphql';
import { ApiField, Connection, InputField, Page } from '../../../../../platform/api/index.js';
import { DEFAULT_SHARE_DAYS, MAX_SHARE_DAYS, MAX_SHARE_NAME_CHARS } from '../share.js';

@ObjectType('Share', { description: 'A link that lets its holders read one collection, and nothing else' })
class ShareDto {
  @ApiField(ID)
  id: string;

  @ApiField(ID)
  topicId: string;

  @ApiField(String, { description: 'Name of its recipient', example: 'The cheese museum' })
  name: string;

  @ApiField(Boolean, { description: 'Whether it shows only relevant pages, and domains with relevant pages' })
  relevantOnly: boolean;

  @ApiField(Date)
  createdAt: Date;

  @ApiField(Date, { description: 'Its token opens nothing from then on' })
  expiresAt: Date;
}

export class SharePage extends Page(ShareDto) {}

@ObjectType()
export class ShareConnection extends Connection(ShareDto, 'Share') {}

@ObjectType('NewShare', { description: 'A share link with its token' })
export class NewShareDto extends ShareDto {
  @ApiField(String, {
    description: 'Goes into the addresses below `/v1/shared`, as `?token=`. It is not shown again',
  })
  token: string;
}

@InputType()
export class CreateShareInput {
  @InputField(String, {
    description: 'For whom it is made',
    example: 'The cheese museum',
    minLength: 1,
    maxLength: MAX_SHARE_NAME_CHARS,
  })
  name: string;

  @InputField(Boolean, {
    description: 'Whether it shows only relevant pages, and domains with relevant pages',
    default: true,
  })
  relevantOnly: boolean = true;

  @InputField(Int, {
    description: 'Days after which it expires',
    default: DEFAULT_SHARE_DAYS,
    minimum: 1,
    maximum: MAX_SHARE_DAYS,
  })
  days: number = DEFAULT_SHARE_DAYS;
}
