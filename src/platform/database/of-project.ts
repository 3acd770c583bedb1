import { scopedProject } from '../scope/index.js';
import { Prisma } from './generated/client.js';

/**
 * The condition that a row belongs to the project in scope; true in the work of the service itself. Row-level security says the same again
 * (migration `projects`): each would do without the other.
 *
 * @param alias of a table with a column `project_id`
 */
export function ofProject(alias?: string): Prisma.Sql {
  const project = scopedProject();
  if (project === null) return Prisma.sql`true`;
  return Prisma.sql`${Prisma.raw(alias === undefined ? 'project_id' : `${alias}.project_id`)} = ${project}::uuid`;
}

/** The same as part of a `where` of Prisma. */
export function whereProject(): { projectId?: string } {
  const project = scopedProject();
  return project === null ? {} : { projectId: project };
}

/** The condition that a row is part of a topic of the project in scope. @param column of the topic's id */
export function ofProjectsTopic(column: Prisma.Sql): Prisma.Sql {
  if (scopedProject() === null) return Prisma.sql`true`;
  return Prisma.sql`EXISTS (SELECT FROM topics whole WHERE whole.id = ${column} AND ${ofProject('whole')})`;
}
