import { InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import {
  CONTENT_KINDS,
  COOKIE_MODES,
  type DomainCap,
  domainCapSchema,
  duplicatesSchema,
  GROUPINGS,
  KNOWN_MODES,
  RENDER_MODES,
  renderingSchema,
  SEARCH_MODES,
  sessionSettingsSchema,
  storedSaturationSchema,
  trapsSchema,
  WAITS,
} from '../../../../domain/session/index.js';
import { ApiField, enumOf, SchemaInputs, SchemaOutputs } from '../../../../platform/api/index.js';

/**
 * The settings of sessions in requests and responses. `sessionSettingsSchema` has their fields, with texts, bounds and
 * defaults, and checks them; here are the enums and objects among them.
 */
export const GroupingEnum = enumOf(GROUPINGS);
registerEnumType(GroupingEnum, { name: 'Grouping', description: 'Unit that counts as one domain' });
const RenderModeEnum = enumOf(RENDER_MODES);
registerEnumType(RenderModeEnum, { name: 'RenderMode', description: 'Rule for loading pages in Chromium' });
const KnownModeEnum = enumOf(KNOWN_MODES);
registerEnumType(KnownModeEnum, {
  name: 'KnownMode',
  description: 'Treatment of pages that the collection of the topic already has',
});
const SearchModeEnum = enumOf(SEARCH_MODES);
registerEnumType(SearchModeEnum, {
  name: 'SearchMode',
  description: 'When the pages of a session get into the search index',
});
const ContentKindEnum = enumOf(CONTENT_KINDS);
registerEnumType(ContentKindEnum, { name: 'ContentKind', description: 'Content types that count as a page' });
const CookieModeEnum = enumOf(COOKIE_MODES);
registerEnumType(CookieModeEnum, { name: 'CookieMode', description: 'How long cookies are kept' });
const WaitUntilEnum = enumOf(WAITS);
registerEnumType(WaitUntilEnum, { name: 'WaitUntil', description: 'When Chromium reads the page' });
const DomainCapKindEnum = { UNLIMITED: 'unlimited', FIXED: 'fixed', ADAPTIVE: 'adaptive' } as const satisfies Record<
  string,
  DomainCap['kind']
>;
registerEnumType(DomainCapKindEnum, { name: 'DomainCapKind' });

const { budget, scope, objective, saturation, monitoring } = sessionSettingsSchema.shape;
const { wait, loadMore } = renderingSchema.shape;
const BUDGET_FACTS = { fetches: { example: 50 } };
const WAIT_FACTS = { until: { type: WaitUntilEnum } };

@InputType({ description: budget.description })
@SchemaInputs(budget, BUDGET_FACTS)
export class BudgetInput {}

@ObjectType('Budget', { description: budget.description })
@SchemaOutputs(budget, BUDGET_FACTS)
class BudgetDto {}

@ObjectType('DomainCap', { description: 'MAX, the pages that may be fetched per domain' })
@SchemaOutputs(domainCapSchema, { kind: { type: DomainCapKindEnum } })
export class DomainCapDto {}

@InputType({
  description:
    'Rules for URLs that may be fetched. Hosts match themselves and their subdomains; in patterns * matches anything',
})
@SchemaInputs(scope, { allowPatterns: { example: ['http*://*.example.org/news/*'] } })
export class ScopeInput {}

@ObjectType('Scope', { description: scope.description })
@SchemaOutputs(scope)
class ScopeDto {}

@InputType({ description: objective.description })
@SchemaInputs(objective, { domainWeight: { example: 0.5 } })
export class ObjectiveInput {}

@ObjectType('Objective', { description: objective.description })
@SchemaOutputs(objective)
export class ObjectiveDto {}

@InputType({ description: saturation.description })
@SchemaInputs(saturation)
export class SaturationInput {}

@ObjectType('Saturation', { description: storedSaturationSchema.description })
@SchemaOutputs(storedSaturationSchema)
class SaturationDto {}

@InputType({ description: monitoring.description })
@SchemaInputs(monitoring)
export class MonitoringInput {}

@ObjectType('Monitoring', { description: monitoring.description })
@SchemaOutputs(monitoring)
class MonitoringDto {}

@InputType({ description: wait.description })
@SchemaInputs(wait, WAIT_FACTS)
class WaitInput {}

@ObjectType('Wait', { description: wait.description })
@SchemaOutputs(wait, WAIT_FACTS)
class WaitDto {}

@InputType({ description: loadMore.description })
@SchemaInputs(loadMore)
class LoadMoreInput {}

@ObjectType('LoadMore', { description: loadMore.description })
@SchemaOutputs(loadMore)
class LoadMoreDto {}

@InputType({ description: renderingSchema.description })
@SchemaInputs(renderingSchema, { wait: { type: WaitInput }, loadMore: { type: LoadMoreInput } })
export class RenderingInput {}

@ObjectType('Rendering', { description: renderingSchema.description })
@SchemaOutputs(renderingSchema, { wait: { type: WaitDto }, loadMore: { type: LoadMoreDto } })
class RenderingDto {}

@InputType({ description: duplicatesSchema.description })
@SchemaInputs(duplicatesSchema)
export class DuplicatesInput {}

@ObjectType('Duplicates', { description: duplicatesSchema.description })
@SchemaOutputs(duplicatesSchema)
class DuplicatesDto {}

@InputType({ description: trapsSchema.description })
@SchemaInputs(trapsSchema)
export class TrapsInput {}

@ObjectType('Traps', { description: trapsSchema.description })
@SchemaOutputs(trapsSchema)
class TrapsDto {}

/** The settings that are enums. */
export const ENUM_SETTINGS = {
  grouping: { type: GroupingEnum },
  render: { type: RenderModeEnum },
  contentTypes: { type: [ContentKindEnum] },
  known: { type: KnownModeEnum },
  search: { type: SearchModeEnum },
  cookies: { type: CookieModeEnum },
} as const;

@ObjectType('SessionConfig', { description: 'Resolved settings of a session' })
@SchemaOutputs(sessionSettingsSchema, {
  ...ENUM_SETTINGS,
  budget: { type: BudgetDto },
  domainCap: { type: DomainCapDto },
  objective: { type: ObjectiveDto },
  scope: { type: ScopeDto },
  rendering: { type: RenderingDto },
  duplicates: { type: DuplicatesDto },
  traps: { type: TrapsDto },
  saturation: { type: SaturationDto },
  monitoring: { type: MonitoringDto },
})
export class SessionConfigDto {}

@ObjectType('ObjectiveProgress', { description: 'How far a session with an objective has come' })
export class ObjectiveProgressDto {
  @ApiField(Int, { description: 'Domains with a relevant page' })
  relevantDomains: number;

  @ApiField(Int, { description: 'How many of them the objective asks for', nullable: true })
  domainsAtLeast: number | null;

  @ApiField(Boolean, { description: 'Whether there are so many. Null when no number is asked for', nullable: true })
  reached: boolean | null;
}
