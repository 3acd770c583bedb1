import { QueryField } from '../../../../platform/api/index.js';

export class FeedTokenArgs {
  @QueryField(String, {
    description: 'Token of the feed, for readers that send no key',
    ...{ optional: true, maxLength: 200, only: 'rest' },
  })
  token?: string | null;
}
