import { ObjectType } from '@nestjs/graphql';
import { duplicatesSchema, renderingSchema, trapsSchema, type Wait } from '../../../../domain/session/index.js';
import { settingOutput } from '../../../../platform/api/index.js';
import { WaitUntilEnum } from './reading.input.js';

/** Settings for recognising and reading pages, with their defaults: see `session-config.dto.ts`. */
const { wait, loadMore } = renderingSchema.shape;
const WaitSetting = settingOutput(wait);
const LoadMore = settingOutput(loadMore);
const Rendering = settingOutput(renderingSchema);
const Duplicates = settingOutput(duplicatesSchema);
const Traps = settingOutput(trapsSchema);

@ObjectType('Wait', { description: wait.description })
export class WaitDto {
  @WaitSetting({ type: WaitUntilEnum })
  until: Wait;

  @WaitSetting()
  selector?: string;

  @WaitSetting()
  ms?: number;
}

@ObjectType('LoadMore', { description: loadMore.description })
export class LoadMoreDto {
  @LoadMore()
  selector: string;

  @LoadMore()
  clicks: number;
}

@ObjectType('Rendering', { description: renderingSchema.description })
export class RenderingDto {
  @Rendering({ type: WaitDto })
  wait: WaitDto;

  @Rendering()
  scroll: number;

  @Rendering({ type: LoadMoreDto })
  loadMore?: LoadMoreDto;

  @Rendering()
  blockTrackers: boolean;

  @Rendering()
  screenshots: boolean;
}

@ObjectType('Duplicates', { description: duplicatesSchema.description })
export class DuplicatesDto {
  @Duplicates()
  exact: boolean;

  @Duplicates()
  nearDistance: number;

  @Duplicates()
  reward: boolean;
}

@ObjectType('Traps', { description: trapsSchema.description })
export class TrapsDto {
  @Traps()
  detect: boolean;

  @Traps()
  maxPerPattern: number;
}
