import { operationsOf } from '../../../platform/api/index.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  getCurrentProject:
    'The project that the call is about: that of its key, or the one that an operator names in the header Gleaner-Project',
  createProject: 'Create a project. For operators',
  listProjects:
    'The projects of the caller, newest first: all of them for operators, one for the holder of a project key',
  getProject: 'A project',
  updateProject: 'Rename a project, or change its quotas. For operators',
  getProjectUsage: 'Usage of a project: of its quotas, and on each of the last days',
  deleteProject:
    'Delete an empty project with its keys and webhooks: one without topics, spiders, experiments and schedules. For operators',
  createApiKey: 'Make a key of a project. The answer holds its secret, which is not shown again. Needs the scope admin',
  listApiKeys: 'Keys of a project, newest first, without their secrets. Needs the scope admin',
  getApiKey: 'A key of a project, without its secret. Needs the scope admin',
  rotateApiKey:
    'Replace a key by a new one with the same name, scopes and end. The old one stays valid for a while, so that clients can change over. Needs the scope admin',
  revokeApiKey: 'Revoke a key at once. Needs the scope admin',
  listAuditLog: 'Changes in a project with actor and address, newest first. Needs the scope admin',
  exportAuditLog: 'The audit log of a project as a file. Needs the scope admin',
} as const;

export const Call = operationsOf(CALLS);
