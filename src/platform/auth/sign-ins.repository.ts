import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/index.js';
import { asService } from '../scope/index.js';
import { hashOfSecret } from './api-key.js';
import { newToken, type SignedIn } from './sign-in.js';

/** Most sign-ins per key; the oldest end when there are more. */
const MOST_OF_A_KEY = 100;

/** Sign-ins, looked up before the caller is known. */
@Injectable()
export class SignInsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * Stores a sign-in; deletes expired ones, and the oldest of a key with too many. @returns the token for the cookie
   */
  async add({ keyId, operator, expiresAt }: SignedIn): Promise<string> {
    const token = newToken();
    await asService(() =>
      this.prisma.$transaction([
        this.prisma.$executeRaw`DELETE FROM sign_ins WHERE expires_at < now()`,
        this.prisma.$executeRaw`
          DELETE FROM sign_ins WHERE token_hash IN (
            SELECT token_hash FROM sign_ins WHERE key_id = ${keyId}::uuid OR operator = ${operator}
            ORDER BY created_at DESC OFFSET ${MOST_OF_A_KEY - 1})`,
        this.prisma.$executeRaw`
          INSERT INTO sign_ins (token_hash, key_id, operator, expires_at) VALUES (${hashOfSecret(token)}, ${keyId}::uuid, ${operator}, ${expiresAt})`,
      ]),
    );
    return token;
  }

  /** The sign-in of a token; null if it is unknown or expired. Does not check whether its key is still valid. */
  async find(token: string): Promise<SignedIn | null> {
    const rows = await asService(
      () => this.prisma.$queryRaw<SignedIn[]>`
        SELECT key_id::text AS "keyId", operator, expires_at AS "expiresAt" FROM sign_ins
        WHERE token_hash = ${hashOfSecret(token)} AND expires_at > now()`,
    );
    return rows[0] ?? null;
  }

  async remove(token: string): Promise<void> {
    await asService(() => this.prisma.$executeRaw`DELETE FROM sign_ins WHERE token_hash = ${hashOfSecret(token)}`);
  }
}
