import { Injectable } from '@nestjs/common';
import type { CreatedPiece } from '../../../../platform/api/index.js';
import {
  countRows,
  type DatabaseTransaction,
  newestFirst,
  ofProject,
  Prisma,
  PrismaService,
  type RowCount,
  TRANSACTION,
} from '../../../../platform/database/index.js';
import { notFound } from '../../../../platform/errors/index.js';
import { scopedProject } from '../../../../platform/scope/index.js';
import type { ProjectKey } from './project-key.js';

const COLUMNS = Prisma.sql`
  a.id, a.project_id AS "projectId", a.name, a.scopes, a.created_at AS "createdAt", a.expires_at AS "expiresAt", a.last_used_at AS "lastUsedAt",
  a.revoked_at AS "revokedAt", a.replaced_by AS "replacedBy"`;

/** A key as stored, with only the hash of its secret. */
interface KeyRow extends Pick<ProjectKey, 'id' | 'name' | 'scopes' | 'expiresAt'> {
  readonly secretHash: Uint8Array;
}

@Injectable()
export class ProjectKeysRepository {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * @returns false if the project has reached the limit of usable keys
   * @throws DomainError NOT_FOUND if the project has just been deleted
   */
  async insert(db: DatabaseTransaction, key: KeyRow, most: number): Promise<boolean> {
    // Counted under a lock on the project.
    const projects = await db.$queryRaw<unknown[]>`SELECT 1 FROM projects WHERE id = gleaner_project() FOR UPDATE`;
    if (projects.length === 0) throw notFound('project', scopedProject() ?? '');
    const [{ usable }] = await db.$queryRaw<{ usable: number }[]>`
      SELECT count(*)::int AS usable FROM api_keys a WHERE ${ofProject('a')} AND (a.expires_at IS NULL OR a.expires_at > now())
        AND (a.revoked_at IS NULL OR a.revoked_at > now())`;
    if (usable >= most) return false;
    await write(db, key);
    return true;
  }

  async find(id: string): Promise<ProjectKey | null> {
    const rows = await this.prisma.$queryRaw<
      ProjectKey[]
    >`SELECT ${COLUMNS} FROM api_keys a WHERE ${ofProject('a')} AND a.id = ${id}::uuid`;
    return rows[0] ?? null;
  }

  /** Newest first. */
  list(piece: CreatedPiece): Promise<ProjectKey[]> {
    const { past, order } = newestFirst('a', piece);
    return this.prisma.$queryRaw<ProjectKey[]>`
      SELECT ${COLUMNS} FROM api_keys a WHERE ${ofProject('a')} ${past} ORDER BY ${order} LIMIT ${piece.limit}`;
  }

  count(): Promise<RowCount> {
    return countRows(this.prisma, Prisma.sql`FROM api_keys a WHERE ${ofProject('a')}`);
  }

  /**
   * Replaces a key, which stays valid for a while.
   *
   * @returns false if the key is gone, or no longer valid
   */
  replace(id: string, by: KeyRow, overlapSeconds: number): Promise<boolean> {
    return this.prisma.$transaction(async (db) => {
      const changed = await db.$executeRaw`
        UPDATE api_keys SET revoked_at = now() + ${overlapSeconds} * interval '1 second', replaced_by = ${by.id}::uuid
        WHERE ${ofProject()} AND id = ${id}::uuid AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`;
      if (changed > 0) await write(db, by);
      return changed > 0;
    }, TRANSACTION);
  }

  /** Idempotent; ends an overlap at once. @returns false if there is none */
  async revoke(id: string): Promise<boolean> {
    const changed = await this.prisma.$executeRaw`
      UPDATE api_keys SET revoked_at = least(revoked_at, now()) WHERE ${ofProject()} AND id = ${id}::uuid`;
    return changed > 0;
  }
}

async function write(db: DatabaseTransaction, { scopes, secretHash, ...key }: KeyRow): Promise<void> {
  await db.apiKey.create({ data: { ...key, scopes: [...scopes], secretHash: new Uint8Array(secretHash) } });
}
