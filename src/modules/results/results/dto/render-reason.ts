import { registerEnumType } from '@nestjs/graphql';
import { RENDER_REASONS } from '../../../../domain/page/index.js';
import { enumOf } from '../../../../platform/api/index.js';

export { type RenderReason } from '../../../../domain/page/index.js';
export const RenderReasonEnum = enumOf(RENDER_REASONS);
registerEnumType(RenderReasonEnum, {
  name: 'RenderReason',
  description: 'Why a page was loaded in Chromium or why not, if this was decided for each page',
});
