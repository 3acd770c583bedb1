import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/index.js';
import { asService } from '../scope/index.js';
import { hashOfSecret } from './api-key.js';
import { newToken, type SignedIn } from './sign-in.js';

/** Sign-ins of one key that are kept: of more, the oldest end. */
const MOST_OF_A_KEY = 100;

/** Sign-ins, looked up before it is known whose call it is. */
@Injectable()
export class SignInsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Keeps a sign-in; those that have expired, and the oldest of a key with too many, are forgotten. @returns what the cookie is to hold */
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

  /** What a token stands for; null when it is unknown or has expired. Whether the key may still be used is not asked here. */
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
