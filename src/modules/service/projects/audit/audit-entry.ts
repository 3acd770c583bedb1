/** A change by a call: the caller, the statement's object, and the number of changed rows. */
export interface AuditEntry {
  readonly id: string;
  readonly createdAt: Date;
  /** `local`, `operator` with a fingerprint of the key, or the id of a project's key. */
  readonly actor: string;
  readonly address: string;
  readonly requestId: string;
  /** Method and route of REST, or kind and fields of an operation of GraphQL. */
  readonly call: string;
  readonly object: AuditedObject;
  readonly change: AuditedChange;
  readonly rows: number;
  /** Of the first 20 rows. */
  readonly ids: readonly string[];
}

/**
 * Names of audited objects for clients, by table. The triggers of the migrations `audit_log` and `outbox` are on these
 * tables.
 */
export const AUDITED_TABLES = {
  projects: 'project',
  api_keys: 'api-key',
  topics: 'topic',
  models: 'model',
  sessions: 'session',
  jobs: 'job',
  spiders: 'spider',
  experiments: 'experiment',
  schedules: 'schedule',
  session_templates: 'session-template',
  keyword_sets: 'keyword-set',
  keyword_candidates: 'keyword-candidate',
  seed_candidates: 'seed-candidate',
  examples: 'example',
  monitors: 'monitor',
  exports: 'export',
  collection_remarks: 'remark',
  collection_shares: 'share',
  webhooks: 'webhook',
  webhook_secrets: 'webhook-secret',
  webhook_messages: 'webhook-message',
} as const;
export type AuditedTable = keyof typeof AUDITED_TABLES;
export type AuditedObject = (typeof AUDITED_TABLES)[AuditedTable];
export const AUDITED_OBJECTS: readonly AuditedObject[] = Object.values(AUDITED_TABLES);
export const tableOf = (object: AuditedObject): string | undefined =>
  Object.entries(AUDITED_TABLES).find(([, name]) => name === object)?.[0];

export const AUDITED_CHANGES = ['insert', 'update', 'delete'] as const;
export type AuditedChange = (typeof AUDITED_CHANGES)[number];

/** Filter for entries. Omitted fields match everything. */
export interface AuditFilter {
  readonly actor?: string | null;
  readonly object?: AuditedObject | null;
  readonly change?: AuditedChange | null;
  /** An id among the first 20 of an entry. */
  readonly objectId?: string | null;
  /** At this time or later. */
  readonly from?: Date | null;
  /** Before this time. */
  readonly to?: Date | null;
}
