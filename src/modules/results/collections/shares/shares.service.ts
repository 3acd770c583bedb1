import { Injectable } from '@nestjs/common';
import { nameIn } from '../../../../domain/text/index.js';
import {
  createdKey,
  createdPiece,
  isUuid,
  type PageRequest,
  type Slice,
  sliceOf,
} from '../../../../platform/api/index.js';
import { hashOfSecret, isSecretOf, newApiKey, readApiKey, textOfKey } from '../../../../platform/auth/index.js';
import { DomainError, notFound, requireName } from '../../../../platform/errors/index.js';
import { type IdempotencyKey, IdempotencyService, requestHash } from '../../../../platform/idempotency/index.js';
import { asService, inProject } from '../../../../platform/scope/index.js';
import { TopicsService } from '../../../topics/topics/index.js';
import { MAX_SHARES, type Share, type ShareWanted } from './share.js';
import { SharesRepository } from './shares.repository.js';

/** Share links of collections: who may make and revoke them, and what their tokens open. */
@Injectable()
export class SharesService {
  constructor(
    private readonly topics: TopicsService,
    private readonly shares: SharesRepository,
    private readonly idempotency: IdempotencyService,
  ) {}

  /**
   * @param key the same one makes no second share
   * @returns the share with its token, which is stored nowhere
   * @throws DomainError NOT_FOUND; CONFLICT when the topic has too many, or the share was made already
   */
  async create(
    topicId: string,
    wanted: ShareWanted,
    key?: IdempotencyKey,
  ): Promise<Share & { readonly token: string }> {
    const { id, secret } = await this.idempotency.createWithSecret(
      key,
      'createShare',
      requestHash({ topicId, wanted }),
      async (once) => {
        const made = newApiKey();
        const name = requireName(nameIn(wanted.name));
        await once(async (db) => {
          const outcome = await this.shares.insert(
            db,
            made.id,
            topicId,
            { ...wanted, name },
            hashOfSecret(made.secret),
          );
          if (outcome === 'no-topic') throw notFound('topic', topicId);
          if (outcome === 'too-many')
            throw new DomainError('CONFLICT', `the topic has ${MAX_SHARES} share links`, {
              allowed: 'to revoke share links that are not needed first',
            });
          return made.id;
        });
        return made;
      },
    );
    const share = await this.shares.find(id);
    if (share === null) throw notFound('share', id);
    return { ...share, token: textOfKey({ id, secret }, 'gs') };
  }

  /** Newest first. @throws DomainError NOT_FOUND */
  async list(topicId: string, page: PageRequest): Promise<Slice<Share>> {
    await this.topics.get(topicId);
    return sliceOf(await this.shares.list(topicId, createdPiece(page)), page, createdKey, () =>
      this.shares.count(topicId),
    );
  }

  /** Its token opens nothing any more. @throws DomainError NOT_FOUND */
  async revoke(id: string): Promise<void> {
    if (!isUuid(id) || !(await this.shares.delete(id))) throw notFound('share', id);
  }

  /**
   * Does the work of a call with a token, in the project of its share.
   *
   * @throws DomainError UNAUTHENTICATED when the token is not that of a share, or the share has expired or was revoked
   */
  async opened<T>(token: string, work: (share: Share) => Promise<T>): Promise<T> {
    const given = readApiKey(token, 'gs');
    const share = given === null ? null : await asService(() => this.shares.usable(given.id));
    if (given === null || share === null || !isSecretOf(share.secretHash, given.secret))
      throw new DomainError('UNAUTHENTICATED', 'This token opens no collection: it is wrong, or has expired', {
        field: 'token',
        allowed: 'the token of a share link that has neither expired nor been revoked',
      });
    return inProject(share.projectId, () => work(share));
  }
}
