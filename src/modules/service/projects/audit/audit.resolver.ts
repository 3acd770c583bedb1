import { Args, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { connectionOf, listComplexity } from '../../../../platform/api/index.js';
import { CALLS } from '../calls.js';
import { AuditArgs, AuditEntryConnection } from '../dto/audit-entry.dto.js';
import { ProjectDto } from '../dto/project.dto.js';
import { AuditService } from './audit.service.js';

@Resolver(() => ProjectDto)
export class AuditResolver {
  constructor(private readonly audit: AuditService) {}

  @ResolveField(() => AuditEntryConnection, {
    name: 'auditLog',
    description: CALLS.listAuditLog,
    complexity: listComplexity,
  })
  async list(@Parent() { id }: ProjectDto, @Args() args: AuditArgs): Promise<AuditEntryConnection> {
    return connectionOf(await this.audit.list(id, args, args));
  }
}
