import { Float, Int, ObjectType } from '@nestjs/graphql';
import { ApiField, BY_NAME, NamedNumber, NamedText, TEXT_BY_NAME } from '../../../../platform/api/index.js';
import { LinkDto } from './link.dto.js';

@ObjectType('TreeLeaf', { description: 'A leaf of the Tree-Frontier' })
class TreeLeafDto {
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
    description: "Value of the choice on the policy's own scale: Q-value, probability or queue key",
    nullable: true,
  })
  value: number | null;

  @ApiField(Boolean, { description: 'Whether chance decided, not the value' })
  exploration: boolean;

  @ApiField([NamedNumber], {
    description: 'Features by name, with their values at the moment of the choice',
    nullable: true,
    rest: BY_NAME,
  })
  features: Record<string, number> | null;

  @ApiField([NamedText], {
    description: "The deciding part in the policy's own terms, for example its bin, forager or arm",
    nullable: true,
    rest: TEXT_BY_NAME,
  })
  terms: Record<string, string> | null;

  @ApiField(TreeLeafDto, { nullable: true })
  leaf: TreeLeafDto | null;

  @ApiField(Int, { description: 'Rank of the choice among the compared options, from 1', nullable: true })
  rank: number | null;

  @ApiField(Int, { description: 'Number of compared options', nullable: true })
  options: number | null;

  @ApiField(Int, { description: 'Steps completed before this one was chosen' })
  chosenAfter: number;

  @ApiField(LinkDto, { description: 'The link that was followed; null for a seed', nullable: true })
  link: LinkDto | null;

  @ApiField([PathStepDto], {
    description: 'From the seed to the page itself. Of a long path the last thousand steps',
  })
  path: PathStepDto[];
}
