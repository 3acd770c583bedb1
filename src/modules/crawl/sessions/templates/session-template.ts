import type { JsonValue } from '../../../../domain/base/json-value.js';

export const MAX_TEMPLATE_NAME_CHARS = 200;
/** Most templates per project. */
export const MAX_TEMPLATES = 1_000;

/** Policy, its settings and settings of a session, as they were given: without defaults. */
export type TemplateSettings = Readonly<Record<string, JsonValue>>;

/** Settings of sessions under a name. */
export interface SessionTemplate {
  readonly id: string;
  readonly name: string;
  readonly settings: TemplateSettings;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
