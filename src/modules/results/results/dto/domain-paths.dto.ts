import { ArgsType, Int, ObjectType } from '@nestjs/graphql';
import { ApiField, QueryField } from '../../../../platform/api/index.js';

const DEFAULT_LEVELS = 3;
const MAX_LEVELS = 6;
const DEFAULT_PATHS = 100;
const MAX_PATHS = 500;
/** Longer than any path that people inspect. */
const MAX_PREFIX_CHARS = 2_048;

@ObjectType('DomainPath', { description: 'The pages of a domain whose URLs begin with the same host and folders' })
export class DomainPathDto {
  @ApiField(String, { description: 'Host and folders, without the scheme', example: 'www.example.org/news/' })
  path: string;

  @ApiField(Int, { description: 'Number of folders below the one that was asked for, from 1' })
  level: number;

  @ApiField(Int, { description: 'Pages' })
  pages: number;

  @ApiField(Int, { description: 'Relevant pages' })
  relevant: number;

  @ApiField(Int, { description: 'Steps that brought no page' })
  failed: number;
}

@ObjectType('DomainPaths', { description: 'The folders of a domain as a tree' })
export class DomainPathsDto {
  @ApiField([DomainPathDto], { description: 'Those with most steps first; a folder comes before the folders in it' })
  paths: DomainPathDto[];

  @ApiField(Boolean, { description: 'Whether there are more folders than were asked for' })
  isCut: boolean;
}

/** The requested part of the tree. */
@ArgsType()
export class DomainPathsArgs {
  @QueryField(String, {
    description: 'Only folders in this one, named as in the answer. Default: all hosts of the domain',
    optional: true,
    maxLength: MAX_PREFIX_CHARS,
  })
  under?: string | null;

  @QueryField(Int, {
    description: 'Maximum number of levels',
    default: DEFAULT_LEVELS,
    minimum: 1,
    maximum: MAX_LEVELS,
  })
  levels: number = DEFAULT_LEVELS;

  @QueryField(Int, { description: 'Maximum number of folders', default: DEFAULT_PATHS, minimum: 1, maximum: MAX_PATHS })
  limit: number = DEFAULT_PATHS;
}
