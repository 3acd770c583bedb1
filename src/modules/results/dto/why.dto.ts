import { Float, Int, ObjectType } from '@nestjs/graphql';
import { ApiField, BY_NAME, NamedNumber } from '../../../platform/api/index.js';
import { LinkDto } from './link.dto.js';

@ObjectType('TreeLeaf', { description: 'A leaf of the Tree-Frontier' })
export class TreeLeafDto {
  @ApiField(Int)
  id: number;

  @ApiField([String], { description: 'Rules from the root to the leaf' })
  rules: string[];
}

@ObjectType('PathStep', { description: 'A page on the path from a seed' })
export class PathStepDto {
  @ApiField(Int)
  step: number;

  @ApiField(String)
  url: string;

  @ApiField(String, { nullable: true })
  title: string | null;

  @ApiField(Boolean)
  relevant: boolean;

  @ApiField(Float)
  probability: number;

  @ApiField(Float)
  reward: number;
}

@ObjectType('PageWhy', { description: 'Why a page was fetched' })
export class PageWhyDto {
  @ApiField(String)
  policy: string;

  @ApiField(Int)
  policyVersion: number;

  @ApiField(Float, {
    description: "The policy's value of the choice on its own scale: Q-value, probability, queue key",
    nullable: true,
  })
  value: number | null;

  @ApiField(Boolean, { description: 'Chance decided, not the value' })
  exploration: boolean;

  @ApiField([NamedNumber], {
    description: 'Features by name, as they were at the moment of choice',
    nullable: true,
    rest: BY_NAME,
  })
  features: Record<string, number> | null;

  @ApiField(TreeLeafDto, { nullable: true })
  leaf: TreeLeafDto | null;

  @ApiField(Int, { description: 'Place of the choice among the options compared, from 1', nullable: true })
  rank: number | null;

  @ApiField(Int, { description: 'Number of the options compared', nullable: true })
  options: number | null;

  @ApiField(Int, { description: 'Steps completed before this one was chosen' })
  chosenAfter: number;

  @ApiField(LinkDto, { description: 'The link that was followed; null for a seed', nullable: true })
  link: LinkDto | null;

  @ApiField([PathStepDto], {
    description: 'From the seed to the page itself; of a longer path the last thousand steps',
  })
  path: PathStepDto[];
}
