import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/index.js';
import { asService, type KeyScope } from '../scope/index.js';

/** A project's key as looked up for a call. */
export interface StoredKey {
  readonly id: string;
  readonly projectId: string;
  readonly scopes: readonly KeyScope[];
  readonly secretHash: Uint8Array;
}

/** Keys and projects, looked up before the caller is known. */
@Injectable()
export class StoredKeysRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Finds a valid key: neither expired nor revoked. */
  async findUsable(id: string): Promise<StoredKey | null> {
    const rows = await asService(
      () => this.prisma.$queryRaw<StoredKey[]>`
        SELECT id, project_id AS "projectId", scopes, secret_hash AS "secretHash" FROM api_keys
        WHERE id = ${id}::uuid AND (expires_at IS NULL OR expires_at > now()) AND (revoked_at IS NULL OR revoked_at > now())`,
    );
    return rows[0] ?? null;
  }

  /** Records the key's last use, to the minute: a busy client must not cause a write per call. */
  async noteUse(id: string): Promise<void> {
    await asService(
      () => this.prisma.$executeRaw`
        UPDATE api_keys SET last_used_at = now() WHERE id = ${id}::uuid AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
    );
  }

  /** @param project its id or its name */
  async projectIdOf(project: string): Promise<string | null> {
    const rows = await asService(
      () => this.prisma.$queryRaw<{ id: string }[]>`
        SELECT id::text AS id FROM projects WHERE id::text = lower(${project}) OR name = ${project} ORDER BY (id::text = lower(${project})) DESC LIMIT 1`,
    );
    return rows[0]?.id ?? null;
  }
}
