import { InputType, registerEnumType } from '@nestjs/graphql';
import { duplicatesSchema, renderingSchema, trapsSchema, WAITS } from '../../../../domain/session/index.js';
import { enumOf, settingInput } from '../../../../platform/api/index.js';

/** Settings for recognising and reading pages. As in `session.input.ts`, their schema describes and checks them. */
export const WaitUntilEnum = enumOf(WAITS);
registerEnumType(WaitUntilEnum, { name: 'WaitUntil', description: 'When Chromium reads the page' });

const { wait, loadMore } = renderingSchema.shape;
const Wait = settingInput(wait);
const LoadMore = settingInput(loadMore);
const Rendering = settingInput(renderingSchema);
const Duplicates = settingInput(duplicatesSchema);
const Traps = settingInput(trapsSchema);

@InputType({ description: wait.description })
export class WaitInput {
  @Wait({ type: WaitUntilEnum })
  until: string;

  @Wait()
  selector?: string | null;

  @Wait()
  ms?: number | null;
}

@InputType({ description: loadMore.description })
export class LoadMoreInput {
  @LoadMore()
  selector: string;

  @LoadMore()
  clicks?: number | null;
}

@InputType({ description: renderingSchema.description })
export class RenderingInput {
  @Rendering({ type: WaitInput })
  wait?: WaitInput | null;

  @Rendering()
  scroll?: number | null;

  @Rendering({ type: LoadMoreInput })
  loadMore?: LoadMoreInput | null;

  @Rendering()
  blockTrackers?: boolean | null;

  @Rendering()
  screenshots?: boolean | null;
}

@InputType({ description: duplicatesSchema.description })
export class DuplicatesInput {
  @Duplicates()
  exact?: boolean | null;

  @Duplicates()
  nearDistance?: number | null;

  @Duplicates()
  reward?: boolean | null;
}

@InputType({ description: trapsSchema.description })
export class TrapsInput {
  @Traps()
  detect?: boolean | null;

  @Traps()
  maxPerPattern?: number | null;
}
