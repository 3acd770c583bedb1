import { Injectable } from '@nestjs/common';
import { storedForm } from '../../../../domain/base/json-value.js';
import { nameIn } from '../../../../domain/text/index.js';
import {
  createdKey,
  createdPiece,
  isUuid,
  type PageRequest,
  type Precondition,
  type Slice,
  sliceOf,
} from '../../../../platform/api/index.js';
import { DomainError, notFound, requireName, withoutNulls } from '../../../../platform/errors/index.js';
import { type IdempotencyKey, IdempotencyService, requestHash } from '../../../../platform/idempotency/index.js';
import { refusalWithin } from '../refusal-within.js';
import { SessionPreparation } from '../session-preparation.js';
import { MAX_TEMPLATES, type SessionTemplate, type TemplateSettings } from './session-template.js';
import { SessionTemplatesRepository, type TemplateRefusal } from './session-templates.repository.js';

@Injectable()
export class SessionTemplatesService {
  constructor(
    private readonly templates: SessionTemplatesRepository,
    private readonly preparation: SessionPreparation,
    private readonly idempotency: IdempotencyService,
  ) {}

  /**
   * @param key the same key and input return the result of the first call
   * @throws DomainError VALIDATION_FAILED naming the wrong field; CONFLICT if the name is taken or there are too many
   */
  create(input: { readonly name: string; readonly settings: object }, key?: IdempotencyKey): Promise<SessionTemplate> {
    return this.idempotency.create(
      key,
      'createSessionTemplate',
      requestHash(input),
      (once) => {
        const [name, settings] = [nameOf(input.name), this.checked(input.settings)];
        return once(async (db) => {
          const made = await this.templates.insert(db, { name, settings }, MAX_TEMPLATES);
          if (typeof made === 'string') throw refusal(made, name);
          return made.id;
        });
      },
      (id) => this.get(id),
    );
  }

  /** @throws DomainError NOT_FOUND */
  async get(id: string): Promise<SessionTemplate> {
    const template = isUuid(id) ? await this.templates.find(id) : null;
    if (!template) throw notFound('session template', id);
    return template;
  }

  /** Existing ones by id. */
  async getMany(ids: readonly string[]): Promise<Map<string, SessionTemplate>> {
    return new Map((await this.templates.findMany(ids)).map((template) => [template.id, template]));
  }

  /** Newest first. */
  async list(page: PageRequest): Promise<Slice<SessionTemplate>> {
    return sliceOf(await this.templates.list(createdPiece(page)), page, createdKey, () => this.templates.count());
  }

  /** Given settings replace all that there are. @throws DomainError like `create`, and NOT_FOUND */
  async update(
    id: string,
    input: { readonly name?: string | null; readonly settings?: object | null },
    condition?: Precondition,
  ): Promise<SessionTemplate> {
    const name = input.name == null ? undefined : nameOf(input.name);
    const settings = input.settings == null ? undefined : this.checked(input.settings);
    const refused = isUuid(id) ? await this.templates.change(id, { name, settings }, condition) : 'not-found';
    if (refused === 'not-found') throw notFound('session template', id);
    if (refused !== null) throw refusal(refused, name ?? '');
    return this.get(id);
  }

  /** @throws DomainError NOT_FOUND */
  async delete(id: string, condition?: Precondition): Promise<void> {
    if (!isUuid(id) || !(await this.templates.delete(id, condition))) throw notFound('session template', id);
  }

  private checked(given: object): TemplateSettings {
    const settings = withoutNulls(storedForm(given)) as TemplateSettings;
    try {
      this.preparation.checkTemplate(settings);
    } catch (error) {
      throw refusalWithin('settings', error);
    }
    return settings;
  }
}

const nameOf = (raw: string): string => requireName(nameIn(raw));

function refusal(why: TemplateRefusal, name: string): DomainError {
  if (why === 'name-taken')
    return new DomainError('CONFLICT', `there is a session template ${name} already`, {
      field: 'name',
      allowed: 'a name that is free',
    });
  return new DomainError('CONFLICT', `the project has ${MAX_TEMPLATES} session templates`, {
    allowed: 'to delete templates that are not needed first',
  });
}
