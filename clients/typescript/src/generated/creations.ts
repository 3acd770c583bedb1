/** Generated from openapi.json by `npm run schema`. */

/** Paths whose POST takes an Idempotency-Key. */
export const CREATIONS = [
  "/v1/projects",
  "/v1/projects/{projectId}/keys",
  "/v1/topics",
  "/v1/topics/{topicId}/keyword-expansions",
  "/v1/topics/{topicId}/keyword-suggestions",
  "/v1/topics/{topicId}/examples",
  "/v1/topics/{topicId}/examples/bulk",
  "/v1/topics/{topicId}/models",
  "/v1/topics/{topicId}/seeds/suggest",
  "/v1/spiders",
  "/v1/topics/{id}/sessions",
  "/v1/sessions/{id}/extend",
  "/v1/session-templates",
  "/v1/schedules",
  "/v1/monitors",
  "/v1/monitors/{id}/runs",
  "/v1/experiments",
  "/v1/sessions/{id}/what-if",
  "/v1/topics/{id}/collection/rebuild",
  "/v1/topics/{id}/gather",
  "/v1/topics/{id}/domains/{name}/home",
  "/v1/topics/{id}/shares",
  "/v1/sessions/{id}/exports",
  "/v1/topics/{id}/exports",
  "/v1/sessions/{id}/labels",
  "/v1/topics/{id}/labeller/runs",
  "/v1/webhooks"
] as const;
