import { scopedProject } from '../scope/index.js';
import { Prisma } from './generated/client.js';

/**
 * The condition that a row belongs to the project in scope; true for the service's own work. Row-level security
 * enforces the same (migration `projects`): either suffices alone.
 *
 * @param alias of a table with a column `project_id`
 */
export function ofProject(alias?: string): Prisma.Sql {
  const project = scopedProject();
  if (project === null) return Prisma.sql`true`;
  return Prisma.sql`${Prisma.raw(alias === undefined ? 'project_id' : `${alias}.project_id`)} = ${project}::uuid`;
}

/** The same condition for a `where` of Prisma. */
export function whereProject(): { projectId?: string } {
  const project = scopedProject();
  return project === null ? {} : { projectId: project };
}

/** The condition that a row belongs to a topic of the project in scope. @param column of the topic's id */
export function ofProjectsTopic(column: Prisma.Sql): Prisma.Sql {
  if (scopedProject() === null) return Prisma.sql`true`;
  return Prisma.sql`EXISTS (SELECT FROM topics whole WHERE whole.id = ${column} AND ${ofProject('whole')})`;
}
