import { Injectable } from '@nestjs/common';
import { foldSpace, nameIn } from '../../../domain/text/index.js';
import {
  createdKey,
  createdPiece,
  type PageRequest,
  type Precondition,
  type Slice,
  sliceOf,
} from '../../../platform/api/index.js';
import { DomainError, notFound, requireName } from '../../../platform/errors/index.js';
import type { CreateOnce } from '../../../platform/idempotency/index.js';
import { JobsService, PURGE_SESSION } from '../../base/jobs/index.js';
import { keywordsFromUser } from './keywords/keyword-intake.js';
import { KeywordSetsRepository } from './keywords/keyword-sets.repository.js';
import { seedsFromUser } from './seed-intake.js';
import { type ExampleCounts, MAX_SEEDS, type Topic } from './topic.js';
import { type DecideSeeds, TopicsRepository } from './topics.repository.js';

interface TopicFields {
  readonly description?: string | null;
  readonly language?: string | null;
  readonly seeds?: readonly string[] | null;
}
export interface CreateTopic extends TopicFields {
  readonly name: string;
  readonly keywords?: readonly string[] | null;
}
/** Omitted fields stay unchanged. */
interface UpdateTopic extends TopicFields {
  readonly name?: string | null;
}

const NO_EXAMPLES: ExampleCounts = { relevant: 0, irrelevant: 0 };

@Injectable()
export class TopicsService {
  constructor(
    private readonly topics: TopicsRepository,
    private readonly keywordSets: KeywordSetsRepository,
    private readonly jobs: JobsService,
  ) {}

  /**
   * @returns the new topic's id
   * @throws DomainError CONFLICT if the name is taken, VALIDATION_FAILED naming the wrong seed or keyword
   */
  async create(input: CreateTopic, once: CreateOnce): Promise<string> {
    const name = requireName(nameIn(input.name));
    const topic = {
      name,
      description: cleanDescription(input.description ?? ''),
      language: input.language ?? 'en',
      seeds: seedsFromUser(input.seeds ?? []),
    };
    const keywords = keywordsFromUser(input.keywords ?? [], []);
    return once(async (db) => {
      const made = await this.topics.insert(db, topic);
      if (made === null) throw nameTaken(name);
      if (keywords.length > 0) await this.keywordSets.insertFirst(db, made, keywords);
      return made;
    });
  }

  /** @throws DomainError NOT_FOUND */
  async get(id: string): Promise<Topic> {
    const topic = await this.topics.find(id);
    if (!topic) throw notFound('topic', id);
    return topic;
  }

  async getMany(ids: readonly string[]): Promise<Map<string, Topic>> {
    return new Map((await this.topics.findMany(ids)).map((topic) => [topic.id, topic]));
  }

  /** Newest first. */
  async list(page: PageRequest, search?: string | null): Promise<Slice<Topic>> {
    const named = foldSpace(search ?? '') || null;
    return sliceOf(await this.topics.list(createdPiece(page), named), page, createdKey, () => this.topics.count(named));
  }

  /**
   * Changes the fields in the patch.
   *
   * @param expected if given, the `updatedAt` on which the change is based
   * @throws DomainError NOT_FOUND; PRECONDITION_FAILED if the topic has changed since; CONFLICT if the name is taken
   */
  async update(id: string, patch: UpdateTopic, expected: Date | null = null, condition?: Precondition): Promise<Topic> {
    const refusal = await this.topics.update(
      id,
      {
        name: patch.name == null ? undefined : requireName(nameIn(patch.name)),
        description: patch.description == null ? undefined : cleanDescription(patch.description),
        language: patch.language ?? undefined,
        seeds: patch.seeds ? seedsFromUser(patch.seeds) : undefined,
      },
      expected,
      condition,
    );
    if (refusal === 'not-found') throw notFound('topic', id);
    if (refusal === 'name-taken') throw nameTaken(patch.name ?? '');
    if (refusal === 'stale')
      throw new DomainError(
        'PRECONDITION_FAILED',
        'the topic has changed since it was read: read it again and repeat the change',
        { details: { id } },
      );
    return this.get(id);
  }

  /**
   * Deletes the topic and everything under it. Jobs delete the rows of its sessions afterwards.
   *
   * @throws DomainError NOT_FOUND; PRECONDITION_FAILED; CONFLICT while a worker crawls for it
   */
  async delete(id: string, condition?: Precondition): Promise<void> {
    const outcome = await this.topics.delete(
      id,
      async (db, sessionIds) => {
        for (const sessionId of sessionIds) await this.jobs.enqueue(PURGE_SESSION, sessionId, {}, db);
      },
      condition,
    );
    if (outcome === 'not-found') throw notFound('topic', id);
    if (outcome === 'busy')
      throw new DomainError('CONFLICT', 'a session of the topic is running: pause or stop it first', {
        details: { id },
      });
  }

  /**
   * Changes the seeds of a topic depending on its current ones.
   *
   * @returns the seeds afterwards
   * @throws DomainError NOT_FOUND; CONFLICT if there would be too many
   */
  async changeSeeds(id: string, decide: DecideSeeds): Promise<readonly string[]> {
    const seeds = await this.topics.changeSeeds(id, async (present, db) => {
      const next = await decide(present, db);
      if (next !== null && next.length > MAX_SEEDS)
        throw new DomainError('CONFLICT', `a topic may have ${MAX_SEEDS} seeds`, { field: 'accept' });
      return next;
    });
    if (seeds === null) throw notFound('topic', id);
    return seeds;
  }

  seedsOf(topicIds: readonly string[]): Promise<Map<string, string[]>> {
    return this.topics.seedsOf(topicIds);
  }

  async exampleCountsOf(topicIds: readonly string[]): Promise<Map<string, ExampleCounts>> {
    const counts = await this.topics.exampleCountsOf(topicIds);
    return new Map(topicIds.map((id) => [id, counts.get(id) ?? NO_EXAMPLES]));
  }
}

const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g;

/** Keeps line breaks. Removes other control characters; PostgreSQL's text cannot contain NUL. */
function cleanDescription(raw: string): string {
  return raw.replace(CONTROL, '').trim();
}

function nameTaken(name: string): DomainError {
  return new DomainError('CONFLICT', `there is a topic named ${JSON.stringify(name)} already`, { field: 'name' });
}
