import { Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { SessionDto } from '../../../crawl/sessions/index.js';
import { CALLS } from '../calls.js';
import { JudgementDto } from '../dto/judgement.dto.js';
import { JudgementService } from './judgement.service.js';

/** Reads the whole step log of its session. */
const judgementComplexity = ({ childComplexity }: { childComplexity: number }): number => 200 + childComplexity;

@Resolver(() => SessionDto)
export class JudgementResolver {
  constructor(private readonly judgements: JudgementService) {}

  @ResolveField(() => JudgementDto, { description: CALLS.getJudgement, complexity: judgementComplexity })
  judgement(@Parent() session: SessionDto): Promise<JudgementDto> {
    return this.judgements.of(session.id);
  }
}
