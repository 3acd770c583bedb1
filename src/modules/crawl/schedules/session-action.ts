import { Injectable, type OnModuleInit } from '@nestjs/common';
import { storedForm } from '../../../domain/base/json-value.js';
import { invalid } from '../../../platform/errors/index.js';
import { type CreateSession, SessionPreparation } from '../sessions/index.js';
import type { ScheduledSessionDto } from './dto/scheduled-session.dto.js';
import type { ActionSettings } from './schedule.js';
import { type DueRun, type ScheduleAction, ScheduleActions, type StartRun } from './schedule-actions.js';

/** Starts a crawl of a topic. Omitted settings (model, keywords, seeds, random seed) are chosen for each session. */
@Injectable()
export class SessionAction implements ScheduleAction, OnModuleInit {
  readonly kind = 'session';

  constructor(
    private readonly preparation: SessionPreparation,
    private readonly actions: ScheduleActions,
  ) {}

  onModuleInit(): void {
    this.actions.register(this);
  }

  async check(wanted: ActionSettings): Promise<ActionSettings> {
    const { topicId, input } = split(wanted);
    // Settings of schedules are readable.
    if (input.access != null)
      throw invalid('action.session.access', 'secrets are given to a session, not to a schedule', 'none');
    // The settings of a template at this moment: runs do not change when it does.
    const own = await this.preparation.withTemplate(input);
    await this.preparation.prepare(topicId, own);
    return storedForm({ ...own, topicId }) as ActionSettings;
  }

  shown(stored: ActionSettings): ScheduledSessionDto {
    const { topicId, input } = split(stored);
    const { name, note, policy, policyConfig, modelId, keywordSetVersion, seeds, randomSeed, startFrom } = input;
    return {
      topicId,
      name: name ?? null,
      note: note ?? null,
      policy: policy ?? null,
      policyConfig: policyConfig ?? null,
      modelId: modelId ?? null,
      keywordSetVersion: keywordSetVersion ?? null,
      seeds: seeds ? [...seeds] : null,
      randomSeed: randomSeed ?? null,
      startFrom: startFrom ?? null,
      config: this.preparation.settingsOf(input),
    };
  }

  async prepare(stored: ActionSettings, { scheduleId }: DueRun): Promise<StartRun> {
    const { topicId, input } = split(stored);
    const insert = await this.preparation.prepare(topicId, input);
    return (tx) => insert(tx, { actor: 'schedule' }, { startedBy: 'SCHEDULE', startedById: scheduleId });
  }
}

function split({ topicId, ...input }: ActionSettings): { readonly topicId: string; readonly input: CreateSession } {
  return { topicId: topicId as string, input };
}
