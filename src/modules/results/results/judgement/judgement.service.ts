import { Injectable } from '@nestjs/common';
import {
  AUDIT_PARTS,
  type AuditPart,
  auditShares,
  judgementOf,
  type AuditedCrawl,
} from '../../../../domain/labels/index.js';
import { SessionsService } from '../../../crawl/sessions/index.js';
import type { JudgementDto } from '../dto/judgement.dto.js';
import { type AuditPage, JudgementRepository, type PartCounts } from './judgement.repository.js';

/** The accuracy of a session's judgements, and the labels needed to estimate it. */
@Injectable()
export class JudgementService {
  constructor(
    private readonly judgements: JudgementRepository,
    private readonly sessions: SessionsService,
  ) {}

  /** Precision and recall of a session's reported pages, with intervals. @throws DomainError NOT_FOUND */
  async of(sessionId: string): Promise<JudgementDto> {
    await this.sessions.requireExisting(sessionId);
    return judgementOf(auditedCrawl(await this.judgements.counts(sessionId)));
  }

  /** Random pages of each part of the session whose labels would reduce the uncertainty, most useful first. */
  async ask(sessionId: string, first: number): Promise<AuditPage[]> {
    const [counts, pages] = await Promise.all([
      this.judgements.counts(sessionId),
      this.judgements.unlabelled(sessionId, first),
    ]);
    const { parts } = auditedCrawl(counts);
    const sampled = AUDIT_PARTS.reduce((sum, part) => sum + parts[part].sampled, 0);
    const wanted = auditShares(sampled + first);
    const open = (part: AuditPart): AuditPage[] => pages.filter((page) => page.part === part);
    const asked = AUDIT_PARTS.flatMap((part) => open(part).slice(0, Math.max(0, wanted[part] - parts[part].sampled)));
    // If a part has too few pages, the others provide more.
    return [...new Set([...asked, ...pages])].slice(0, first);
  }
}

function auditedCrawl(counts: readonly PartCounts[]): AuditedCrawl {
  const of = (part: PartCounts['part']): PartCounts =>
    counts.find((count) => count.part === part) ?? { part, pages: 0, sampled: 0, relevant: 0 };
  const [reported, others] = [of('known-reported'), of('known-others')];
  return {
    parts: { reported: of('reported'), near: of('near'), far: of('far') },
    known: {
      reported: reported.pages,
      reportedRelevant: reported.relevant,
      others: others.pages,
      othersRelevant: others.relevant,
    },
  };
}

/** A dictionary according to RFC 9651. */
export function judgementHeader({ reported, precision, recall, labels }: JudgementDto): string {
  const share = (name: string, value: JudgementDto['precision']): string[] =>
    value === null
      ? []
      : [
          `${name}=${value.estimate.toFixed(3)}`,
          `${name}-from=${value.from.toFixed(3)}`,
          `${name}-to=${value.to.toFixed(3)}`,
        ];
  return [
    `reported=${reported}`,
    ...share('precision', precision),
    ...share('recall', recall),
    `labels=${labels}`,
  ].join(', ');
}
