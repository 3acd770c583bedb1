import type { PolicyDefinition } from '../../domain/policies/index.js';
import { type OwnSettings, ownSettingsSchema } from '../../domain/session/index.js';
import { settingComplaints } from '../../platform/errors/checked-settings.js';
import { CliError, Exit } from '../cli-error.js';

/** Named variants of policies, and their settings. */
export interface Variants {
  readonly definitions: readonly PolicyDefinition[];
  readonly policyConfig: Readonly<Record<string, Record<string, unknown>>>;
  /** Domain cap, eagerness and objective of the variants that override them. */
  readonly policySession: Readonly<Record<string, OwnSettings>>;
  /** The policy of each variant. */
  readonly policyOf: Readonly<Record<string, string>>;
}

const FORM = /^([a-z][a-z0-9-]*)=([a-z][a-z0-9-]*):(.*)$/s;

/**
 * Parses variants of policies, written as `NAME=POLICY:JSON`: `patient=tres:{"discount":0.95}`. The name `session` in
 * it overrides settings of the session:
 * `wide=prospector:{"session":{"objective":{"domainWeight":1},"domainCap":10,"eagerness":1}}`.
 *
 * @throws CliError naming the error
 */
export function readVariants(texts: readonly string[], known: readonly PolicyDefinition[]): Variants {
  const definitions: PolicyDefinition[] = [];
  const policyConfig: Record<string, Record<string, unknown>> = {};
  const policySession: Record<string, OwnSettings> = {};
  const policyOf: Record<string, string> = {};
  for (const text of texts) {
    const [, name, policy, json] = FORM.exec(text) ?? [];
    if (name === undefined || policy === undefined || json === undefined)
      throw refused(`${text}: expected NAME=POLICY:JSON, such as patient=tres:{"discount":0.95}`);
    const definition = known.find((each) => each.name === policy);
    if (!definition) throw refused(`${policy}: expected one of ${known.map((each) => each.name).join(', ')}`);
    const { session, ...config } = settingsIn(json, name);
    checkFor(name, settingComplaints(definition.configSchema, config));
    if (session !== undefined) policySession[name] = ownSettings(session, name, definition);
    definitions.push({ ...definition, name });
    policyConfig[name] = config;
    policyOf[name] = policy;
  }
  return { definitions, policyConfig, policySession, policyOf };
}

function ownSettings(session: unknown, name: string, { name: policy, heedsObjective }: PolicyDefinition): OwnSettings {
  checkFor(name, settingComplaints(ownSettingsSchema, session, 'session'));
  const settings = ownSettingsSchema.parse(session);
  if (settings.objective !== undefined && heedsObjective !== true)
    throw refused(`${name}: session.objective: ${policy} has no objective`);
  return settings;
}

function checkFor(name: string, complaints: readonly string[]): void {
  if (complaints.length > 0) throw refused(complaints.map((complaint) => `${name}: ${complaint}`).join('; '));
}

function settingsIn(json: string, name: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Reported below, like values that are not objects.
  }
  throw refused(`${name}: expected settings as a JSON object, not ${json}`);
}

const refused = (message: string): CliError => new CliError(`--variant: ${message}`, Exit.Usage);
