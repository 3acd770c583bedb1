import { Injectable } from '@nestjs/common';
import { notFound } from '../../../../platform/errors/index.js';
import { SessionsService } from '../../../crawl/sessions/index.js';
import { TopicsService } from '../../../topics/topics/index.js';
import { exportFile, type ExportFile } from './export-form.js';

type Form = Parameters<typeof exportFile>[1];

/** The subject of a file of results: a session, or all sessions of a topic. */
export type FileSubject =
  { readonly sessionId: string; readonly topicId: null } | { readonly sessionId: null; readonly topicId: string };

/** Names of files for people: they say topic, session, contents and day. */
@Injectable()
export class FileNames {
  constructor(
    private readonly sessions: SessionsService,
    private readonly topics: TopicsService,
  ) {}

  /** @throws DomainError NOT_FOUND */
  async ofSession(id: string, form: Form, made = new Date()): Promise<ExportFile> {
    const names = (await this.namesOf([{ sessionId: id, topicId: null }]))[0];
    if (names === null) throw notFound('session', id);
    return exportFile(names, form, made);
  }

  /** @throws DomainError NOT_FOUND */
  async ofTopic(id: string, form: Form, made = new Date()): Promise<ExportFile> {
    return exportFile([(await this.topics.get(id)).name], form, made);
  }

  /** For each, the names of topic and session that files of it have; null if it is gone. Two queries for all. */
  async namesOf(subjects: readonly FileSubject[]): Promise<(readonly string[] | null)[]> {
    const sessions = await this.sessions.getMany(subjects.flatMap(({ sessionId }) => sessionId ?? []));
    const topicIds = subjects.map(({ sessionId, topicId }) => topicId ?? sessions.get(sessionId)?.topicId ?? null);
    const topics = await this.topics.getMany([...new Set(topicIds.filter((id) => id !== null))]);
    return subjects.map(({ sessionId }, i) => {
      const topic = topics.get(topicIds[i] ?? '');
      const session = sessionId === null ? null : sessions.get(sessionId);
      if (!topic || session === undefined) return null;
      return session === null ? [topic.name] : [topic.name, session.name ?? session.policy];
    });
  }
}
