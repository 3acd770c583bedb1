import { isObjectType } from 'graphql';
import { graphql, graphqlFacts, graphqlKind, openapi, restFacts, restKind } from './api-documents.js';

/** Operations that both APIs have agree in meaning and input. */

/** REST operations by operationId, with their GraphQL fields. */
const CALLS: Readonly<Record<string, string>> = {
  createTopic: 'Mutation.createTopic',
  listTopics: 'Query.topics',
  getTopic: 'Query.topic',
  updateTopic: 'Mutation.updateTopic',
  deleteTopic: 'Mutation.deleteTopic',
  putKeywords: 'Mutation.putKeywords',
  getKeywords: 'Topic.keywordSet',
  listKeywordSets: 'Topic.keywordSets',
  getKeywordSet: 'Query.keywordSet',
  getKeywordSetStatistics: 'KeywordSet.statistics',
  expandKeywords: 'Mutation.expandKeywords',
  suggestKeywords: 'Mutation.suggestKeywords',
  listKeywordCandidates: 'Topic.keywordCandidates',
  decideKeywordCandidates: 'Mutation.decideKeywordCandidates',
  getLabeller: 'Topic.labeller',
  listLabellerLabels: 'Topic.labellerLabels',
  runLabeller: 'Mutation.runLabeller',
  getCollection: 'Topic.collection',
  rebuildCollection: 'Mutation.rebuildCollection',
  readHomePage: 'Mutation.readHomePage',
  judgeCollected: 'Mutation.judgeCollected',
  gatherDomains: 'Mutation.gatherDomains',
  listCollectedPages: 'Topic.pages',
  getCollectedPage: 'Query.collectedPage',
  listCollectedDomains: 'Topic.domains',
  getCollectedDomain: 'Query.collectedDomain',
  suggestSeeds: 'Mutation.suggestSeeds',
  listSeedCandidates: 'Topic.seedCandidates',
  decideSeedCandidates: 'Mutation.decideSeedCandidates',
  addExample: 'Mutation.addExample',
  listExamples: 'Topic.examples',
  getExample: 'Query.example',
  updateExample: 'Mutation.updateExample',
  deleteExample: 'Mutation.deleteExample',
  listRelevanceModels: 'Query.relevanceModels',
  trainModel: 'Mutation.trainModel',
  listModels: 'Topic.models',
  getModel: 'Query.model',
  compareModels: 'Query.compareModels',
  deleteModel: 'Mutation.deleteModel',
  judgeDocument: 'Mutation.judgeDocument',
  listJobs: 'Topic.jobs',
  getJob: 'Query.job',
  cancelJob: 'Mutation.cancelJob',
  listRecordedWebs: 'Query.recordedWebs',
  trainSpider: 'Mutation.trainSpider',
  listSpiders: 'Query.spiders',
  getSpider: 'Query.spider',
  deleteSpider: 'Mutation.deleteSpider',
  createExperiment: 'Mutation.createExperiment',
  whatIf: 'Mutation.whatIf',
  listExperiments: 'Query.experiments',
  getExperiment: 'Query.experiment',
  getExperimentResults: 'Experiment.results',
  cancelExperiment: 'Mutation.cancelExperiment',
  resumeExperiment: 'Mutation.resumeExperiment',
  deleteExperiment: 'Mutation.deleteExperiment',
  listPolicies: 'Query.policies',
  getPolicy: 'Query.policy',
  createSession: 'Mutation.createSession',
  listTopicSessions: 'Topic.sessions',
  listSessions: 'Query.sessions',
  getSession: 'Query.session',
  switchModel: 'Mutation.switchSessionModel',
  listSessionEvents: 'Session.events',
  streamSession: 'Subscription.sessionStream',
  listSeedOutcomes: 'Session.seedOutcomes',
  pauseSession: 'Mutation.pauseSession',
  resumeSession: 'Mutation.resumeSession',
  stopSession: 'Mutation.stopSession',
  extendSession: 'Mutation.extendSession',
  updateSession: 'Mutation.updateSession',
  deleteSession: 'Mutation.deleteSession',
  listPages: 'Session.pages',
  getPage: 'Query.page',
  explainPage: 'Page.why',
  getPageContent: 'Page.content',
  listOutLinks: 'Page.outLinks',
  listInLinks: 'Page.inLinks',
  listDomains: 'Session.domains',
  getDomain: 'Query.domain',
  compareSessions: 'Query.compareSessions',
  listComparedSessionPages: 'Query.comparedSessionPages',
  listDomainPaths: 'Domain.paths',
  listSessionHosts: 'Session.hosts',
  listLinks: 'Session.links',
  getSeries: 'Session.series',
  getPageGraph: 'Session.pageGraph',
  getReport: 'Session.report',
  getMonitoring: 'Session.monitoring',
  getGraph: 'Session.graph',
  getLearnedState: 'Session.learnedState',
  getJudgement: 'Session.judgement',
  listFailures: 'Session.failures',
  countFailures: 'Session.failureCounts',
  listRobotsBlocked: 'Session.robotsBlocked',
  listChanges: 'Topic.changes',
  labelPages: 'Mutation.labelPages',
  getLabelQueue: 'Topic.labelQueue',
  getCurrentProject: 'Query.currentProject',
  getOperations: 'Query.operations',
  createProject: 'Mutation.createProject',
  listProjects: 'Query.projects',
  getProject: 'Query.project',
  updateProject: 'Mutation.updateProject',
  deleteProject: 'Mutation.deleteProject',
  getProjectUsage: 'Project.usage',
  createApiKey: 'Mutation.createApiKey',
  listApiKeys: 'Project.keys',
  getApiKey: 'Query.apiKey',
  rotateApiKey: 'Mutation.rotateApiKey',
  revokeApiKey: 'Mutation.revokeApiKey',
  listAuditLog: 'Project.auditLog',
  createExport: 'Mutation.createExport',
  createCollectionExport: 'Mutation.createCollectionExport',
  createShare: 'Mutation.createShare',
  listShares: 'Topic.shares',
  revokeShare: 'Mutation.revokeShare',
  listExports: 'Session.exports',
  listCollectionExports: 'Topic.exports',
  getExport: 'Query.export',
  deleteExport: 'Mutation.deleteExport',
  createSessionTemplate: 'Mutation.createSessionTemplate',
  listSessionTemplates: 'Query.sessionTemplates',
  getSessionTemplate: 'Query.sessionTemplate',
  updateSessionTemplate: 'Mutation.updateSessionTemplate',
  deleteSessionTemplate: 'Mutation.deleteSessionTemplate',
  createSchedule: 'Mutation.createSchedule',
  listSchedules: 'Query.schedules',
  getSchedule: 'Query.schedule',
  updateSchedule: 'Mutation.updateSchedule',
  pauseSchedule: 'Mutation.pauseSchedule',
  resumeSchedule: 'Mutation.resumeSchedule',
  deleteSchedule: 'Mutation.deleteSchedule',
  getNextRuns: 'Schedule.nextRuns',
  previewSchedule: 'Query.previewSchedule',
  listScheduleRuns: 'Schedule.runs',
  createWebhook: 'Mutation.createWebhook',
  listWebhooks: 'Query.webhooks',
  getWebhook: 'Query.webhook',
  updateWebhook: 'Mutation.updateWebhook',
  deleteWebhook: 'Mutation.deleteWebhook',
  rotateWebhookSecret: 'Mutation.rotateWebhookSecret',
  testWebhook: 'Mutation.testWebhook',
  listWebhookMessages: 'Webhook.messages',
  getWebhookMessage: 'Query.webhookMessage',
  listWebhookAttempts: 'WebhookMessage.attemptLog',
  replayWebhookMessage: 'Mutation.replayWebhookMessage',
  replayWebhookMessages: 'Mutation.replayWebhookMessages',
  createMonitor: 'Mutation.createMonitor',
  listMonitors: 'Query.monitors',
  getMonitor: 'Query.monitor',
  updateMonitor: 'Mutation.updateMonitor',
  deleteMonitor: 'Mutation.deleteMonitor',
  runMonitor: 'Mutation.runMonitor',
  listMonitorRuns: 'Monitor.runs',
  listMonitorPages: 'Monitor.pages',
  listMonitorChanges: 'Monitor.changes',
  createFeedToken: 'Mutation.createFeedToken',
  revokeFeedToken: 'Mutation.revokeFeedToken',
};
/** Operations without a GraphQL field: files, and example lists of any length. */
const REST_ONLY = new Set([
  ...['getSharedCollection', 'listSharedPages', 'listSharedDomains', 'exportSharedPages', 'exportSharedDomains'],
  ...['getSharedFeedJson', 'getSharedFeedRss', 'getSharedFeedAtom'],
  'getCollectionFeedAtom',
  'getCollectionFeedJson',
  'getCollectionFeedRss',
  'getMonitorFeedAtom',
  'getMonitorFeedJson',
  'getMonitorFeedRss',
  'getScreenshot',
  'importExamples',
  'getExperimentReport',
  'getSessionReport',
  'getTopicReport',
  'exportArchive',
  'exportCollectedDomains',
  'exportCollectedPages',
  'exportAuditLog',
  'exportDomains',
  'exportExperimentRuns',
  'exportLinks',
  'exportPages',
  'exportWacz',
  'downloadExport',
]);
/** Parameters that differ between the APIs, with the reason. */
const DIFFERENT: Readonly<Record<string, string>> = {
  'compareModels.ids': 'one text in a path, a list in GraphQL',
  'compareSessions.ids': 'one text in a path, a list in GraphQL',
  'listComparedSessionPages.ids': 'one text in a path, a list in GraphQL',
};

const operations = Object.entries(openapi.paths)
  .filter(([path]) => path.startsWith('/v1/'))
  .flatMap(([, methods]) => Object.values(methods));

function fieldOf(name: string) {
  const [typeName, field] = name.split('.');
  const type = graphql.getType(typeName);
  if (!isObjectType(type)) throw new Error(`GraphQL has no ${typeName}`);
  return type.getFields()[field];
}

test('each REST operation has a GraphQL field or is listed as without one', () => {
  const ids = operations.map(({ operationId = '' }) => operationId);
  expect(ids.filter((id) => !(id in CALLS) && !REST_ONLY.has(id))).toEqual([]);
  expect([...Object.keys(CALLS), ...REST_ONLY].filter((id) => !ids.includes(id))).toEqual([]);
});

describe.each(operations.filter(({ operationId = '' }) => operationId in CALLS))(
  '$operationId',
  ({ operationId = '', summary = '', parameters = [], requestBody }) => {
    const field = fieldOf(CALLS[operationId]);
    const args = Object.fromEntries((field?.args ?? []).map((arg) => [arg.name, arg]));

    it(`does what ${CALLS[operationId]} does`, () => {
      // GraphQL's description may continue.
      expect((field?.description ?? '').slice(0, summary.length)).toBe(summary);
      expect((field?.description ?? '').slice(summary.length)).toMatch(/^$|^[;.] /);
    });

    it('takes the same parameters and fields in both APIs', () => {
      const query = parameters.filter(
        ({ name, in: place }) =>
          place === 'query' && !['total', 'fields'].includes(name) && !(`${operationId}.${name}` in DIFFERENT),
      );
      const inRest = Object.fromEntries(
        query.map(({ name, schema, required, description }) => [name, restFacts(schema, required, description)]),
      );
      const inGraphql = Object.fromEntries(
        query.map(({ name }) => [name, name in args ? graphqlFacts(args[name], inRest[name].description) : 'absent']),
      );
      expect(inGraphql).toEqual(inRest);
      expect('idempotencyKey' in args).toBe(parameters.some(({ name }) => name === 'Idempotency-Key'));
      const body = requestBody?.content['application/json']?.schema;
      if (body) expect(Object.values(args).map(({ type }) => graphqlKind(type))).toContain(restKind(body));
    });
  },
);
