/** Generated from openapi.json by `npm run schema`. */

export interface paths {
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tells whether the process is running
         * @description Tells whether the process is running.
         */
        get: operations["HealthController_live"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tells whether requests can be served: the database is reachable and all migrations are applied
         * @description Tells whether requests can be served: the database is reachable and all migrations are applied.
         */
        get: operations["HealthController_ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/project": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The project that the call is about: that of its key, or the one that an operator names in the header Gleaner-Project
         * @description The project that the call is about: that of its key, or the one that an operator names in the header Gleaner-Project.
         */
        get: operations["getCurrentProject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The projects of the caller, newest first: all of them for operators, one for the holder of a project key
         * @description The projects of the caller, newest first: all of them for operators, one for the holder of a project key.
         */
        get: operations["listProjects"];
        put?: never;
        /**
         * Create a project. For operators
         * @description Create a project. For operators.
         */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A project
         * @description A project.
         */
        get: operations["getProject"];
        put?: never;
        post?: never;
        /**
         * Delete an empty project with its keys and webhooks: one without topics, spiders, experiments and schedules. For operators
         * @description Delete an empty project with its keys and webhooks: one without topics, spiders, experiments and schedules. For operators.
         */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        /**
         * Rename a project, or change its quotas. For operators
         * @description Rename a project, or change its quotas. For operators.
         */
        patch: operations["updateProject"];
        trace?: never;
    };
    "/v1/projects/{projectId}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Keys of a project, newest first, without their secrets. Needs the scope admin
         * @description Keys of a project, newest first, without their secrets. Needs the scope admin.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Make a key of a project. The answer holds its secret, which is not shown again. Needs the scope admin
         * @description Make a key of a project. The answer holds its secret, which is not shown again. Needs the scope admin.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A key of a project, without its secret. Needs the scope admin
         * @description A key of a project, without its secret. Needs the scope admin.
         */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /**
         * Revoke a key at once. Needs the scope admin
         * @description Revoke a key at once. Needs the scope admin.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a key by a new one with the same name, scopes and end. The old one stays valid for a while, so that clients can change over. Needs the scope admin
         * @description Replace a key by a new one with the same name, scopes and end. The old one stays valid for a while, so that clients can change over. Needs the scope admin.
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Changes in a project with actor and address, newest first. Needs the scope admin
         * @description Changes in a project with actor and address, newest first. Needs the scope admin.
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/audit-log/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The audit log of a project as a file. Needs the scope admin
         * @description The audit log of a project as a file. Needs the scope admin.
         */
        get: operations["exportAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectId}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Usage of a project: of its quotas, and on each of the last days
         * @description Usage of a project: of its quotas, and on each of the last days.
         */
        get: operations["getProjectUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Topics, newest first
         * @description Topics, newest first.
         */
        get: operations["listTopics"];
        put?: never;
        /**
         * Create a topic
         * @description Create a topic.
         */
        post: operations["createTopic"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A topic with its seeds and current keywords
         * @description A topic with its seeds and current keywords.
         */
        get: operations["getTopic"];
        put?: never;
        post?: never;
        /**
         * Delete a topic with its keyword sets, examples, models and sessions
         * @description Delete a topic with its keyword sets, examples, models and sessions.
         */
        delete: operations["deleteTopic"];
        options?: never;
        head?: never;
        /**
         * Change a topic. Omitted fields keep their values
         * @description Change a topic. Omitted fields keep their values.
         */
        patch: operations["updateTopic"];
        trace?: never;
    };
    "/v1/topics/{topicId}/keywords": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The current keywords
         * @description The current keywords.
         */
        get: operations["getKeywords"];
        /**
         * Replace the keywords. This makes the next version, or none if nothing changes
         * @description Replace the keywords. This makes the next version, or none if nothing changes.
         */
        put: operations["putKeywords"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{topicId}/keyword-sets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Versions of the keywords, newest first
         * @description Versions of the keywords, newest first.
         */
        get: operations["listKeywordSets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{topicId}/keyword-sets/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One version of the keywords
         * @description One version of the keywords.
         */
        get: operations["getKeywordSet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{topicId}/keyword-expansions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look for more keywords in the relevant examples. This starts a job
         * @description Look for more keywords in the relevant examples. This starts a job.
         */
        post: operations["expandKeywords"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{topicId}/keyword-candidates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Candidates for keywords, with the greatest lift first
         * @description Candidates for keywords, with the greatest lift first.
         */
        get: operations["listKeywordCandidates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{topicId}/keyword-candidates/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept and reject candidates. Accepted ones make the next version of the keywords
         * @description Accepted candidates make the next version of the keywords. A decision that was made before changes nothing.
         */
        post: operations["decideKeywordCandidates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{topicId}/keyword-suggestions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look for keywords in the seed pages. This starts a job
         * @description Look for keywords in the seed pages. This starts a job.
         */
        post: operations["suggestKeywords"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{topicId}/keyword-sets/{version}/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How often the keywords occur in relevant and in other pages, and which of them help
         * @description How often the keywords occur in relevant and in other pages, and which of them help.
         */
        get: operations["getKeywordSetStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{topicId}/examples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Labelled examples, newest first
         * @description Labelled examples, newest first.
         */
        get: operations["listExamples"];
        put?: never;
        /**
         * Add a labelled example
         * @description Add a labelled example.
         */
        post: operations["addExample"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{topicId}/examples/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add examples from JSON lines
         * @description One object per line, with the fields of a single example; up to 100 000 lines. If the topic already has the URL, the example takes the new label, title and text. Lines that cannot be imported are reported by number. The other lines are imported, unless `atomic=true`.
         */
        post: operations["importExamples"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{topicId}/examples/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An example with its text
         * @description An example with its text.
         */
        get: operations["getExample"];
        put?: never;
        post?: never;
        /**
         * Delete an example
         * @description Delete an example.
         */
        delete: operations["deleteExample"];
        options?: never;
        head?: never;
        /**
         * Change the label of an example
         * @description Change the label of an example.
         */
        patch: operations["updateExample"];
        trace?: never;
    };
    "/v1/relevance-models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Kinds of relevance models, with the schemas of their configurations
         * @description Kinds of relevance models, with the schemas of their configurations.
         */
        get: operations["listRelevanceModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{topicId}/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Models of a topic, newest first
         * @description Models of a topic, newest first.
         */
        get: operations["listModels"];
        put?: never;
        /**
         * Train a model. This starts a job; when it ends, the model is ready or failed
         * @description Train a model. This starts a job; when it ends, the model is ready or failed.
         */
        post: operations["trainModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{topicId}/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Background work on a topic and its models, newest first
         * @description Background work on a topic and its models, newest first.
         */
        get: operations["listJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 2 to 10 models side by side: their figures with the differences to the first model, and the settings in which they differ
         * @description 2 to 10 models side by side: their figures with the differences to the first model, and the settings in which they differ.
         */
        get: operations["compareModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A model with its metrics
         * @description A model with its metrics.
         */
        get: operations["getModel"];
        put?: never;
        post?: never;
        /**
         * Delete a model that no session uses
         * @description Delete a model that no session uses.
         */
        delete: operations["deleteModel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models/{id}/judge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a model on a page or a text
         * @description Try a model on a page or a text.
         */
        post: operations["judgeDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * State of a job
         * @description State of a job.
         */
        get: operations["getJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a job. A queued job ends at once, a running job within about a second
         * @description Cancel a job. A queued job ends at once, a running job within about a second.
         */
        post: operations["cancelJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every policy with the JSON schema of its configuration
         * @description Every policy with the JSON schema of its configuration.
         */
        get: operations["listPolicies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/policies/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One policy
         * @description One policy.
         */
        get: operations["getPolicy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/recorded-webs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The recorded webs on this server, on which spiders can be trained and policies compared without a crawl
         * @description The recorded webs on this server, on which spiders can be trained and policies compared without a crawl.
         */
        get: operations["listRecordedWebs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{topicId}/seeds/suggest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look for seeds by the keywords. This starts a job
         * @description Look for seeds by the keywords. This starts a job.
         */
        post: operations["suggestSeeds"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{topicId}/seed-candidates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Candidates for seeds, with the highest score first
         * @description Candidates for seeds, with the highest score first.
         */
        get: operations["listSeedCandidates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{topicId}/seed-candidates/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept and reject candidates. Accepted ones become seeds of the topic
         * @description A decision that was made before changes nothing.
         */
        post: operations["decideSeedCandidates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spiders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Trained spiders, newest first
         * @description Trained spiders, newest first.
         */
        get: operations["listSpiders"];
        put?: never;
        /**
         * Train a spider on the pages of earlier sessions, or on recorded webs: link values for the policies nb-immediate and nb-future, page classes for foragers, weights for prospector to begin with. This starts a job; when it ends, the spider is ready or failed
         * @description Train a spider on the pages of earlier sessions, or on recorded webs: link values for the policies nb-immediate and nb-future, page classes for foragers, weights for prospector to begin with. This starts a job; when it ends, the spider is ready or failed.
         */
        post: operations["trainSpider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spiders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A spider: what it was trained on, and the words that say most for each bin or class, or its weights
         * @description A spider: what it was trained on, and the words that say most for each bin or class, or its weights.
         */
        get: operations["getSpider"];
        put?: never;
        post?: never;
        /**
         * Delete a spider. Sessions that use it keep their copy
         * @description Delete a spider. Sessions that use it keep their copy.
         */
        delete: operations["deleteSpider"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sessions of a topic, newest first
         * @description Sessions of a topic, newest first.
         */
        get: operations["listTopicSessions"];
        put?: never;
        /**
         * Start a crawl of a topic
         * @description Start a crawl of a topic.
         */
        post: operations["createSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sessions, newest first
         * @description Sessions, newest first.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * State and counters of a session
         * @description State and counters of a session.
         */
        get: operations["getSession"];
        put?: never;
        post?: never;
        /**
         * Delete a session that is not running, with its results
         * @description Delete a session that is not running, with its results.
         */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        /**
         * Name a session, or note something about it. Its crawl goes on as it is
         * @description Name a session, or note something about it. Its crawl goes on as it is.
         */
        patch: operations["updateSession"];
        trace?: never;
    };
    "/v1/sessions/{id}/model": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Continue under another model. All pages are judged again, counters and rewards are corrected, and candidates get new values. A session that has ended is judged again at once
         * @description Continue under another model. All pages are judged again, counters and rewards are corrected, and candidates get new values. A session that has ended is judged again at once.
         */
        post: operations["switchModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events of a session, in order: changes of state and model with who asked, takeovers, outages, and what happened at hosts
         * @description Events of a session, in order: changes of state and model with who asked, takeovers, outages, and what happened at hosts.
         */
        get: operations["listSessionEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/seed-outcomes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Outcomes of the URLs from which a session started
         * @description Outcomes of the URLs from which a session started.
         */
        get: operations["listSeedOutcomes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a session. Fetches in flight are completed, then the session waits. One that a quota has paused then no longer continues by itself
         * @description Pause a session. Fetches in flight are completed, then the session waits. One that a quota has paused then no longer continues by itself.
         */
        post: operations["pauseSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Continue after a pause or a failure, from the last commit. After SEEDS_UNREACHABLE the session begins with the seeds again. Refused while a quota of the project is used up
         * @description Continue after a pause or a failure, from the last commit. After SEEDS_UNREACHABLE the session begins with the seeds again. Refused while a quota of the project is used up.
         */
        post: operations["resumeSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a session. Committed pages stay. The session can be extended later
         * @description Stop a session. Committed pages stay. The session can be extended later.
         */
        post: operations["stopSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/extend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a finished session more budget. It continues where it ended
         * @description Give a finished session more budget. It continues where it ended.
         */
        post: operations["extendSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session-templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Session templates, newest first
         * @description Session templates, newest first.
         */
        get: operations["listSessionTemplates"];
        put?: never;
        /**
         * Store policy and settings under a name, to start sessions with them
         * @description Store policy and settings under a name, to start sessions with them.
         */
        post: operations["createSessionTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session-templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A session template with its settings
         * @description A session template with its settings.
         */
        get: operations["getSessionTemplate"];
        put?: never;
        post?: never;
        /**
         * Delete a session template. Sessions that were started with it stay as they are
         * @description Delete a session template. Sessions that were started with it stay as they are.
         */
        delete: operations["deleteSessionTemplate"];
        options?: never;
        head?: never;
        /**
         * Rename a session template, or replace its settings. Sessions that were started with it stay as they are
         * @description Rename a session template, or replace its settings. Sessions that were started with it stay as they are.
         */
        patch: operations["updateSessionTemplate"];
        trace?: never;
    };
    "/v1/sessions/{id}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * New data of a session, as it happens: relevant pages, events, and the progress at most five times a second. Ends when the session has ended and everything was sent
         * @description New data of a session, as it happens: relevant pages, events, and the progress at most five times a second. Ends when the session has ended and everything was sent.
         */
        get: operations["streamSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/learned-state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The learned state of the policy of a session: the parts that it has of tree, arms, weights and foragers. A worker writes it every few seconds while the session runs, and at its end. There is none before the first page
         * @description The learned state of the policy of a session: the parts that it has of tree, arms, weights and foragers. A worker writes it every few seconds while the session runs, and at its end. There is none before the first page.
         */
        get: operations["getLearnedState"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Schedules, newest first
         * @description Schedules, newest first.
         */
        get: operations["listSchedules"];
        put?: never;
        /**
         * Start sessions or runs of a monitor at the due times of a cron expression
         * @description Start sessions or runs of a monitor at the due times of a cron expression.
         */
        post: operations["createSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/schedules/next-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * When an expression is due next in a time zone, within 20 years. Nothing is stored
         * @description When an expression is due next in a time zone, within 20 years. Nothing is stored.
         */
        get: operations["previewSchedule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/schedules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A schedule: when it is due, what it does, and whether it is paused
         * @description A schedule: when it is due, what it does, and whether it is paused.
         */
        get: operations["getSchedule"];
        put?: never;
        post?: never;
        /**
         * Delete a schedule with its list of runs. Sessions that it has started stay and go on
         * @description Delete a schedule with its list of runs. Sessions that it has started stay and go on.
         */
        delete: operations["deleteSchedule"];
        options?: never;
        head?: never;
        /**
         * Change a schedule. A new expression or time zone counts from now on
         * @description Change a schedule. A new expression or time zone counts from now on.
         */
        patch: operations["updateSchedule"];
        trace?: never;
    };
    "/v1/schedules/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a schedule. Nothing starts until it is resumed, and waiting runs are skipped
         * @description Pause a schedule. Nothing starts until it is resumed, and waiting runs are skipped.
         */
        post: operations["pauseSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/schedules/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Continue a schedule with the next due time. Due times during the pause are skipped
         * @description Continue a schedule with the next due time. Due times during the pause are skipped.
         */
        post: operations["resumeSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/schedules/{id}/next-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * When a schedule is due next, within 20 years. Of a paused one: when it would be
         * @description When a schedule is due next, within 20 years. Of a paused one: when it would be.
         */
        get: operations["getNextRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/schedules/{id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Runs of a schedule, one for each due time, newest first. The service keeps the newest 1000
         * @description Runs of a schedule, one for each due time, newest first. The service keeps the newest 1000.
         */
        get: operations["listScheduleRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/monitors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Monitors, newest first
         * @description Monitors, newest first.
         */
        get: operations["listMonitors"];
        put?: never;
        /**
         * Watch the relevant pages of sessions that have ended, and the links near them. Each run fetches the pages whose fetch is worth most
         * @description Watch the relevant pages of sessions that have ended, and the links near them. Each run fetches the pages whose fetch is worth most.
         */
        post: operations["createMonitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/monitors/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A monitor
         * @description A monitor.
         */
        get: operations["getMonitor"];
        put?: never;
        post?: never;
        /**
         * Delete a monitor with the changes that it has found. The sessions of its runs stay for MONITOR_SESSION_DAYS
         * @description Delete a monitor with the changes that it has found. The sessions of its runs stay for MONITOR_SESSION_DAYS.
         */
        delete: operations["deleteMonitor"];
        options?: never;
        head?: never;
        /**
         * Change the name or settings of a monitor
         * @description Change the name or settings of a monitor.
         */
        patch: operations["updateMonitor"];
        trace?: never;
    };
    "/v1/monitors/{id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Runs of a monitor, newest first
         * @description Runs of a monitor, newest first.
         */
        get: operations["listMonitorRuns"];
        put?: never;
        /**
         * Check now: start a session that fetches the pages that are due. It records changes while it goes on. A monitor has one run at a time
         * @description Check now: start a session that fetches the pages that are due. It records changes while it goes on. A monitor has one run at a time.
         */
        post: operations["runMonitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/monitors/{id}/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Pages that a monitor watches, with how often they change, those found last first
         * @description Pages that a monitor watches, with how often they change, those found last first.
         */
        get: operations["listMonitorPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/monitors/{id}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Changes that a monitor has found, newest first: pages that are new, changed, gone or back
         * @description Changes that a monitor has found, newest first: pages that are new, changed, gone or back.
         */
        get: operations["listMonitorChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/monitors/{id}/feed.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest 100 changes as JSON Feed
         * @description The newest 100 changes as JSON Feed.
         */
        get: operations["getMonitorFeedJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/monitors/{id}/feed.rss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest 100 changes as RSS
         * @description The newest 100 changes as RSS.
         */
        get: operations["getMonitorFeedRss"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/monitors/{id}/feed.atom": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest 100 changes as Atom
         * @description The newest 100 changes as Atom.
         */
        get: operations["getMonitorFeedAtom"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/monitors/{id}/feed-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a token for feed readers that send no key. It reads the feed of the monitor and nothing else, and replaces the previous token
         * @description Create a token for feed readers that send no key. It reads the feed of the monitor and nothing else, and replaces the previous token.
         */
        post: operations["createFeedToken"];
        /**
         * Revoke the token of a feed at once
         * @description Revoke the token of a feed at once.
         */
        delete: operations["revokeFeedToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experiments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Experiments, newest first
         * @description Experiments, newest first.
         */
        get: operations["listExperiments"];
        put?: never;
        /**
         * Compare policies on a web that is known beforehand: a recorded web, the pages of an ended session, or a synthetic web. This starts a job that runs each policy with each budget and random seed
         * @description Compare policies on a web that is known beforehand: a recorded web, the pages of an ended session, or a synthetic web. This starts a job that runs each policy with each budget and random seed.
         */
        post: operations["createExperiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/what-if": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare policies on the pages that an ended session stored. Only these pages can be visited; the notes of the experiment name the biases that follow
         * @description Compare policies on the pages that an ended session stored. Only these pages can be visited; the notes of the experiment name the biases that follow.
         */
        post: operations["whatIf"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experiments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An experiment with its progress
         * @description An experiment with its progress.
         */
        get: operations["getExperiment"];
        put?: never;
        post?: never;
        /**
         * Delete an experiment with its results
         * @description Delete an experiment with its results.
         */
        delete: operations["deleteExperiment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experiments/{id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Results of the finished runs: means with intervals, curves, differences from the first policy, the Pareto front
         * @description Results of the finished runs: means with intervals, curves, differences from the first policy, the Pareto front.
         */
        get: operations["getExperimentResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experiments/{id}/report.html": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The results as a page with plots, one HTML file that loads nothing
         * @description The results as a page with plots, one HTML file that loads nothing.
         */
        get: operations["getExperimentReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experiments/{id}/runs.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The finished runs as CSV, one row each
         * @description The finished runs as CSV, one row each.
         */
        get: operations["exportExperimentRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experiments/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an experiment. Its finished runs stay
         * @description Cancel an experiment. Its finished runs stay.
         */
        post: operations["cancelExperiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experiments/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Do the missing runs of an experiment that was cancelled or has failed
         * @description Do the missing runs of an experiment that was cancelled or has failed.
         */
        post: operations["resumeExperiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/report.html": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A session as an HTML page for printing: its task, its figures, and its best domains and pages
         * @description A session as an HTML page for printing: its task, its figures, and its best domains and pages.
         */
        get: operations["getSessionReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{id}/report.html": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The collection of a topic as an HTML page for printing: its figures, sessions, best domains and pages
         * @description The collection of a topic as an HTML page for printing: its figures, sessions, best domains and pages.
         */
        get: operations["getTopicReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/export.warc.gz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everything the session has fetched so far, as a WARC file
         * @description A broken download can be continued with `Range: bytes=N-`, because the archive of a session only grows.
         */
        get: operations["exportArchive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/export.wacz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everything the session has fetched so far, as a WACZ file with index and list of pages
         * @description WACZ 1.1.1, as replayweb.page and other readers of web archives open it. It is made while it is sent, so a broken download has to begin again; stored exports (`POST /v1/sessions/{id}/exports`) can be continued.
         */
        get: operations["exportWacz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sessions of one project side by side: how many relevant pages each found, alone, together, and missed. Their curves: `series` of each session
         * @description Sessions of one project side by side: how many relevant pages each found, alone, together, and missed. Their curves: `series` of each session.
         */
        get: operations["compareSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/compare/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The relevant pages of several sessions with the sessions that found each, in order of discovery
         * @description The relevant pages of several sessions with the sessions that found each, in order of discovery.
         */
        get: operations["listComparedSessionPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Domains of a session
         * @description Domains of a session.
         */
        get: operations["listDomains"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/domains/{domainNo}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A domain of a session
         * @description A domain of a session.
         */
        get: operations["getDomain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/domains/{domainNo}/paths": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The folders of a domain as a tree, with the numbers of their pages
         * @description The folders of a domain as a tree, with the numbers of their pages.
         */
        get: operations["listDomainPaths"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/hosts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Hosts that the session may not fetch from now, or only in part: why, and until when. Waits of the last day count
         * @description Hosts that the session may not fetch from now, or only in part: why, and until when. Waits of the last day count.
         */
        get: operations["listSessionHosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/pages/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Pages as a file, in order of completion
         * @description Pages as a file, in order of completion.
         */
        get: operations["exportPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/domains/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Domains as a file, in order of discovery
         * @description Domains as a file, in order of discovery.
         */
        get: operations["exportDomains"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/links/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The page graph as a file
         * @description The page graph as a file.
         */
        get: operations["exportLinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/graph": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Measures of the link graph of a session: degrees, clustering, distances, topic locality. Of large sessions the first pages are measured
         * @description Measures of the link graph of a session: degrees, clustering, distances, topic locality. Of large sessions the first pages are measured.
         */
        get: operations["getGraph"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/page-graph": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The link graph around a page, or of a domain: some hundred pages and the links between them. Around a page it has the path from the seed, the pages that link to it and to which it links, and those that were reached from these
         * @description The link graph around a page, or of a domain: some hundred pages and the links between them. Around a page it has the path from the seed, the pages that link to it and to which it links, and those that were reached from these.
         */
        get: operations["getPageGraph"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/judgement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Precision and recall of what the session reports as relevant, with intervals. Labels on pages drawn at random (strategy `audit` of the label queue) make them narrow
         * @description Precision and recall of what the session reports as relevant, with intervals. Labels on pages drawn at random (strategy `audit` of the label queue) make them narrow.
         */
        get: operations["getJudgement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Completed steps: pages, failures, and steps that cost no fetch
         * @description Completed steps: pages, failures, and steps that cost no fetch.
         */
        get: operations["listPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/pages/{step}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A page with its texts
         * @description A page with its texts.
         */
        get: operations["getPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/pages/{step}/screenshot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Thumbnail of a relevant page that was rendered
         * @description Thumbnail of a relevant page that was rendered.
         */
        get: operations["getScreenshot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/pages/{step}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A page as text, HTML or Markdown
         * @description The header `Gleaner-Content` says what it was made from: `source=response, truncated=false`.
         */
        get: operations["getPageContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/pages/{step}/why": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Why a page was fetched: policy, value, features, link and path from the seed
         * @description Why a page was fetched: policy, value, features, link and path from the seed.
         */
        get: operations["explainPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/pages/{step}/out-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Links of a page, in document order
         * @description Links of a page, in document order.
         */
        get: operations["listOutLinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/pages/{step}/in-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Links of fetched pages that lead to a page
         * @description Links of fetched pages that lead to a page.
         */
        get: operations["listInLinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The page graph: all links of fetched pages
         * @description The page graph: all links of fetched pages.
         */
        get: operations["listLinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Harvest, domains and rewards over the run
         * @description Harvest, domains and rewards over the run.
         */
        get: operations["getSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/failures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetches that brought no page
         * @description Fetches that brought no page.
         */
        get: operations["listFailures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/failures/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How often each kind of failure happened
         * @description How often each kind of failure happened.
         */
        get: operations["countFailures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the session fetched and read its pages: outcomes, retries, rendering, duplicates, languages, traps
         * @description How the session fetched and read its pages: outcomes, retries, rendering, duplicates, languages, traps.
         */
        get: operations["getReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/monitoring": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How well a monitoring session keeps up with the web: efficiency, freshness and age of what it found, in windows of time
         * @description How well a monitoring session keeps up with the web: efficiency, freshness and age of what it found, in windows of time.
         */
        get: operations["getMonitoring"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/robots-blocked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * URLs that robots.txt does not allow to be fetched
         * @description URLs that robots.txt does not allow to be fetched.
         */
        get: operations["listRobotsBlocked"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{id}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Changes of the pages of a topic since earlier visits, newest visit first. With `url`: only this page
         * @description Changes of the pages of a topic since earlier visits, newest visit first. With `url`: only this page.
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{id}/pages/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Pages of the collection of a topic as a file, in the order in which they were found
         * @description Pages of the collection of a topic as a file, in the order in which they were found.
         */
        get: operations["exportCollectedPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{id}/domains/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Domains of the collection of a topic as a file, in the order in which they were found
         * @description As `urls` and `opml`, domains are the URLs of their home pages.
         */
        get: operations["exportCollectedDomains"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{id}/feed.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest 100 pages or domains of the collection of a topic as JSON Feed
         * @description The newest 100 pages or domains of the collection of a topic as JSON Feed.
         */
        get: operations["getCollectionFeedJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{id}/feed.rss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest 100 pages or domains of the collection of a topic as RSS
         * @description The newest 100 pages or domains of the collection of a topic as RSS.
         */
        get: operations["getCollectionFeedRss"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{id}/feed.atom": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest 100 pages or domains of the collection of a topic as Atom
         * @description The newest 100 pages or domains of the collection of a topic as Atom.
         */
        get: operations["getCollectionFeedAtom"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{id}/collection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Numbers of pages and domains that a topic has found over all its sessions and monitors
         * @description Numbers of pages and domains that a topic has found over all its sessions and monitors.
         */
        get: operations["getCollection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{id}/collection/rebuild": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rebuild the collection of a topic from its sessions, monitors and labels, as a job
         * @description While the job runs, lists have what is collected so far.
         */
        post: operations["rebuildCollection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{id}/verdicts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set verdicts, tags and notes for pages and domains of the collection of a topic
         * @description All of it is said, or nothing. The answer is what was said before: sent back, it undoes the call. The collection follows within seconds.
         */
        post: operations["judgeCollected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{id}/gather": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a session that crawls chosen domains of the collection of a topic deeply, and nothing else
         * @description It reads sitemaps, and takes pages that the collection has from there. If the budget is not enough for all pages that are known of the domains, MAX shares it among them. Its pages come into the same collection.
         */
        post: operations["gatherDomains"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{id}/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Pages that a topic has found over all its sessions and monitors, each once
         * @description Pages that a topic has found over all its sessions and monitors, each once.
         */
        get: operations["listCollectedPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{id}/pages/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A page of the collection of a topic, with the sessions that have it
         * @description A page of the collection of a topic, with the sessions that have it.
         */
        get: operations["getCollectedPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{id}/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Domains that a topic has found over all its sessions and monitors, each once
         * @description Domains that a topic has found over all its sessions and monitors, each once.
         */
        get: operations["listCollectedDomains"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{id}/domains/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A domain of the collection of a topic
         * @description With its profile.
         */
        get: operations["getCollectedDomain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{id}/domains/{name}/home": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fetch the home page of a domain for its profile, as a job, if it is not there yet
         * @description One page is fetched, as politely as by a crawl.
         */
        post: operations["readHomePage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/shared": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The collection of a share link, in numbers
         * @description The collection of a share link, in numbers.
         */
        get: operations["getSharedCollection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/shared/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Pages of the collection of a share link
         * @description Pages of the collection of a share link.
         */
        get: operations["listSharedPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/shared/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Domains of the collection of a share link
         * @description Domains of the collection of a share link.
         */
        get: operations["listSharedDomains"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/shared/pages/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Pages of the collection of a share link as a file
         * @description Pages of the collection of a share link as a file.
         */
        get: operations["exportSharedPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/shared/domains/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Domains of the collection of a share link as a file
         * @description Domains of the collection of a share link as a file.
         */
        get: operations["exportSharedDomains"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/shared/feed.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest 100 pages or domains of a share link as JSON Feed
         * @description The newest 100 pages or domains of a share link as JSON Feed.
         */
        get: operations["getSharedFeedJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/shared/feed.rss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest 100 pages or domains of a share link as RSS
         * @description The newest 100 pages or domains of a share link as RSS.
         */
        get: operations["getSharedFeedRss"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/shared/feed.atom": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest 100 pages or domains of a share link as Atom
         * @description The newest 100 pages or domains of a share link as Atom.
         */
        get: operations["getSharedFeedAtom"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{id}/shares": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Share links of the collection of a topic, newest first
         * @description Share links of the collection of a topic, newest first.
         */
        get: operations["listShares"];
        put?: never;
        /**
         * Make a share link for the collection of a topic: its token opens the page /shared#TOKEN and reads this collection below /v1/shared, and nothing else
         * @description Make a share link for the collection of a topic: its token opens the page /shared#TOKEN and reads this collection below /v1/shared, and nothing else.
         */
        post: operations["createShare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/shares/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a share link at once
         * @description Revoke a share link at once.
         */
        delete: operations["revokeShare"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stored exports of a session, newest first
         * @description Stored exports of a session, newest first.
         */
        get: operations["listExports"];
        put?: never;
        /**
         * Export the results of a session as a stored file. This starts a job; when it ends, the export is completed, or failed with the reason. Downloads of the file can be continued
         * @description Export the results of a session as a stored file. This starts a job; when it ends, the export is completed, or failed with the reason. Downloads of the file can be continued.
         */
        post: operations["createExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{id}/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stored exports of the collection of a topic, newest first
         * @description Stored exports of the collection of a topic, newest first.
         */
        get: operations["listCollectionExports"];
        put?: never;
        /**
         * Export the collection of a topic as a stored file: a list, or the archived fetches of its pages. A job makes it, as for sessions
         * @description Export the collection of a topic as a stored file: a list, or the archived fetches of its pages. A job makes it, as for sessions.
         */
        post: operations["createCollectionExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A stored export: its contents, progress, size and hash
         * @description A stored export: its contents, progress, size and hash.
         */
        get: operations["getExport"];
        put?: never;
        post?: never;
        /**
         * Delete a stored export with its file. One that is being made is cancelled
         * @description Delete a stored export with its file. One that is being made is cancelled.
         */
        delete: operations["deleteExport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The file of a stored export
         * @description A download that broke off is continued with `Range: bytes=N-` and `If-Range` with the ETag, which is the SHA-256 of the file. The bytes of a file never change.
         */
        get: operations["downloadExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{topicId}/labeller": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far the labeller agrees with people on this topic, and whether its labels may be used
         * @description How far the labeller agrees with people on this topic, and whether its labels may be used.
         */
        get: operations["getLabeller"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{topicId}/labeller/labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Labels that the labeller has given, newest first. They are no examples
         * @description Labels that the labeller has given, newest first. They are no examples.
         */
        get: operations["listLabellerLabels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Label fetched pages: they become examples of the topic
         * @description Label fetched pages: they become examples of the topic.
         */
        post: operations["labelPages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{id}/labeller/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let the labeller, a language model, label pages of the label queue. Before that it labels examples again, to be compared. This starts a job
         * @description Let the labeller, a language model, label pages of the label queue. Before that it labels examples again, to be compared. This starts a job.
         */
        post: operations["runLabeller"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/topics/{id}/label-queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Pages whose labels would help most, the most useful first
         * @description Pages whose labels would help most, the most useful first.
         */
        get: operations["getLabelQueue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The webhooks of the project, newest first, without their secrets
         * @description The webhooks of the project, newest first, without their secrets.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Register a webhook: a URL that receives the events of the project, as messages of the Standard Webhooks specification. The answer holds the secret that signs them, which is not shown again. Needs the scope admin
         * @description Register a webhook: a URL that receives the events of the project, as messages of the Standard Webhooks specification. The answer holds the secret that signs them, which is not shown again. Needs the scope admin.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A webhook, without its secret
         * @description A webhook, without its secret.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook with its messages. Needs the scope admin
         * @description Delete a webhook with its messages. Needs the scope admin.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook, or switch it on or off. Messages that wait when it is switched off are delivered when it is switched on again. Needs the scope admin
         * @description Change a webhook, or switch it on or off. Messages that wait when it is switched off are delivered when it is switched on again. Needs the scope admin.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/v1/webhooks/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a webhook a new secret. For a while messages are signed with the old one as well, so that the receiver can change over. Needs the scope admin
         * @description Give a webhook a new secret. For a while messages are signed with the old one as well, so that the receiver can change over. Needs the scope admin.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message of the type `webhook.test`. Its attempts show the result. Needs the scope write
         * @description Send a message of the type `webhook.test`. Its attempts show the result. Needs the scope write.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhookId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver all messages again that were given up since a time: up to 1000, oldest first. Needs the scope write
         * @description Deliver all messages again that were given up since a time: up to 1000, oldest first. Needs the scope write.
         */
        post: operations["replayWebhookMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhookId}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Messages to a webhook, newest first
         * @description Messages to a webhook, newest first.
         */
        get: operations["listWebhookMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhookId}/messages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A message to a webhook
         * @description A message to a webhook.
         */
        get: operations["getWebhookMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhookId}/messages/{id}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The attempts to deliver a message, oldest first: the newest 50 of them
         * @description The attempts to deliver a message, oldest first: the newest 50 of them.
         */
        get: operations["listWebhookAttempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhookId}/messages/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver a message once more, under the same id; one that waits for its next attempt is tried at once. Needs the scope write
         * @description Deliver a message once more, under the same id; one that waits for its next attempt is tried at once. Needs the scope write.
         */
        post: operations["replayWebhookMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * State of the service over all projects: processes, waiting and running work, leases, and the database. For operators
         * @description State of the service over all projects: processes, waiting and running work, leases, and the database. For operators.
         */
        get: operations["getOperations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "change.seen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A monitor saw pages that are new, changed, gone or back
         * @description A monitor saw pages that are new, changed, gone or back.
         */
        post: operations["changeSeen"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "domain.found": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Domains have their first relevant pages in the collection of a topic, some at a time
         * @description Domains have their first relevant pages in the collection of a topic, some at a time.
         */
        post: operations["domainFound"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "label.wanted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pages of a session about which its model is not certain: labels of them would help most
         * @description Pages of a session about which its model is not certain: labels of them would help most.
         */
        post: operations["labelWanted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "model.trained": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A model is ready
         * @description A model is ready.
         */
        post: operations["modelTrained"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "page.collected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Relevant pages are new in the collection of a topic, some at a time
         * @description Relevant pages are new in the collection of a topic, some at a time.
         */
        post: operations["pageCollected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "page.relevant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Relevant pages of a session, some at a time
         * @description Relevant pages of a session, some at a time.
         */
        post: operations["pageRelevant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "quota.reached": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A session paused because a quota of its project was reached
         * @description A session paused because a quota of its project was reached.
         */
        post: operations["quotaReached"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "session.ended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A session is completed, stopped or failed
         * @description A session is completed, stopped or failed.
         */
        post: operations["sessionEnded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "session.saturated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The saturation rule of a session held
         * @description The saturation rule of a session held.
         */
        post: operations["sessionSaturated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "session.state_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A session changed its state
         * @description A session changed its state.
         */
        post: operations["sessionStateChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A message that `POST /v1/webhooks/{webhookId}/test` asked for
         * @description A message that `POST /v1/webhooks/{webhookId}/test` asked for.
         */
        post: operations["webhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Health: {
            /**
             * @example ok
             * @enum {string}
             */
            status: "ok" | "unavailable";
            /**
             * @description For each check by name: `ok`, or what is wrong
             * @example {
             *       "database": "ok"
             *     }
             */
            checks: {
                [key: string]: string;
            };
        };
        ProjectQuotasDto: {
            /**
             * @description Sessions that run at the same time. Further ones wait in the queue
             * @example 5
             */
            sessionsRunning: number | null;
            /**
             * @description Fetches of a day of UTC, as budgets count them. Sessions that reach it pause until the next day
             * @example 5
             */
            fetchesPerDay: number | null;
            /**
             * @description Pages of sessions that are stored. Sessions that reach it pause until some are deleted
             * @example 5
             */
            storedPages: number | null;
            /**
             * @description Pages rendered by Chromium on a day of UTC. Sessions with render: auto or always that reach it pause until the next day
             * @example 5
             */
            rendersPerDay: number | null;
        };
        ProjectDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            id: string;
            /**
             * @description Unique
             * @example cheese
             */
            name: string;
            /** @description Set by operators */
            quotas: components["schemas"]["ProjectQuotasDto"];
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            updatedAt: string;
        };
        ProjectQuotasInput: {
            /**
             * @description Sessions that run at the same time. Further ones wait in the queue
             * @example 5
             */
            sessionsRunning?: number | null;
            /**
             * @description Fetches of a day of UTC, as budgets count them. Sessions that reach it pause until the next day
             * @example 5
             */
            fetchesPerDay?: number | null;
            /**
             * @description Pages of sessions that are stored. Sessions that reach it pause until some are deleted
             * @example 5
             */
            storedPages?: number | null;
            /**
             * @description Pages rendered by Chromium on a day of UTC. Sessions with render: auto or always that reach it pause until the next day
             * @example 5
             */
            rendersPerDay?: number | null;
        };
        ProjectInput: {
            /** @description Quotas of the project. Omitted quotas keep their values, which are unlimited at first */
            quotas?: components["schemas"]["ProjectQuotasInput"];
            /**
             * @description Unique
             * @example food
             */
            name: string;
        };
        PageInfo: {
            /**
             * @description Cursor of the first item; `before` of the previous page
             * @example WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ
             */
            startCursor: string | null;
            /**
             * @description Cursor of the last item; `after` of the next page
             * @example WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ
             */
            endCursor: string | null;
            /** @example true */
            hasNextPage: boolean;
            /** @example false */
            hasPreviousPage: boolean;
        };
        ProjectPage: {
            /** @example [] */
            items: components["schemas"]["ProjectDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        UpdateProjectInput: {
            /** @description Quotas of the project. Omitted quotas keep their values, which are unlimited at first */
            quotas?: components["schemas"]["ProjectQuotasInput"];
            /**
             * @description Unique
             * @example cheese
             */
            name?: string;
        };
        CreateApiKeyInput: {
            /**
             * @description Purpose of the key, for people
             * @example nightly export
             */
            name: string;
            /**
             * @description Calls that the key allows
             * @example [
             *       "read"
             *     ]
             */
            scopes: ("read" | "write" | "admin")[];
            /**
             * Format: date-time
             * @description From then on the key is refused. Omitted: it has no end
             * @example 2026-11-01T12:00:00.000Z
             */
            expiresAt?: string;
        };
        NewApiKeyDto: {
            /**
             * Format: uuid
             * @description Also in the text of the key, `gl_<id without hyphens>_<secret>`
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            id: string;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            projectId: string;
            /**
             * @description Purpose of the key, for people
             * @example cheese
             */
            name: string;
            /**
             * @example [
             *       "read"
             *     ]
             */
            scopes: ("read" | "write" | "admin")[];
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description From then on the key is refused; null: it has no end
             * @example 2026-11-01T12:00:00.000Z
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description Last use, to the minute
             * @example 2026-11-01T12:00:00.000Z
             */
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description From then on the key is refused: it was revoked, or its overlap ends when it was rotated
             * @example 2026-11-01T12:00:00.000Z
             */
            revokedAt: string | null;
            /**
             * Format: uuid
             * @description The key that took its place when it was rotated
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            replacedBy: string | null;
            /**
             * @description The key as it is sent: `Authorization: Bearer <secret>`. It is not shown again
             * @example gl_019ab2c4d5e67f8091a2b3c4d5e6f708_CnXy0sYmDqS0Zx3v1m5Qz9bYF2u8r4tLwKjHnGfEdCb
             */
            secret: string;
        };
        ApiKeyDto: {
            /**
             * Format: uuid
             * @description Also in the text of the key, `gl_<id without hyphens>_<secret>`
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            id: string;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            projectId: string;
            /**
             * @description Purpose of the key, for people
             * @example cheese
             */
            name: string;
            /**
             * @example [
             *       "read"
             *     ]
             */
            scopes: ("read" | "write" | "admin")[];
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description From then on the key is refused; null: it has no end
             * @example 2026-11-01T12:00:00.000Z
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description Last use, to the minute
             * @example 2026-11-01T12:00:00.000Z
             */
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description From then on the key is refused: it was revoked, or its overlap ends when it was rotated
             * @example 2026-11-01T12:00:00.000Z
             */
            revokedAt: string | null;
            /**
             * Format: uuid
             * @description The key that took its place when it was rotated
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            replacedBy: string | null;
        };
        ApiKeyPage: {
            /** @example [] */
            items: components["schemas"]["ApiKeyDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        RotateApiKeyInput: {
            /**
             * @description How long the old key stays valid, in seconds
             * @default 3600
             * @example 3600
             */
            overlapSeconds?: number;
        };
        AuditEntryDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            id: string;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            createdAt: string;
            /**
             * @description The actor: `local` without a key, `operator` with a fingerprint of the key, or the id of a key of the project
             * @example text
             */
            actor: string;
            /**
             * @description Network address of the caller
             * @example text
             */
            address: string;
            /**
             * @description Id of the request, as in the log and in its answer
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            requestId: string;
            /**
             * @description Method and route of REST, or kind and fields of an operation of GraphQL
             * @example POST /v1/topics
             */
            call: string;
            /**
             * @example project
             * @enum {string}
             */
            object: "project" | "api-key" | "topic" | "model" | "session" | "job" | "spider" | "experiment" | "schedule" | "session-template" | "keyword-set" | "keyword-candidate" | "seed-candidate" | "example" | "monitor" | "export" | "remark" | "share" | "webhook" | "webhook-secret" | "webhook-message";
            /**
             * @example insert
             * @enum {string}
             */
            change: "insert" | "update" | "delete";
            /**
             * @description How many objects the change is about
             * @example 5
             */
            rows: number;
            /**
             * @description Ids of the first 20 of them
             * @example [
             *       "0190f4c8-7c1e-7000-8000-3f2504e04f89"
             *     ]
             */
            ids: string[];
        };
        AuditEntryPage: {
            /** @example [] */
            items: components["schemas"]["AuditEntryDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        QuotaUsageDto: {
            /**
             * @example stored-pages
             * @enum {string}
             */
            quota: "stored-pages" | "fetches-per-day" | "renders-per-day" | "sessions-running";
            /**
             * @description Null is unlimited
             * @example 5
             */
            limit: number | null;
            /**
             * @description May exceed the limit a little, by the work that was under way when it was reached
             * @example 5
             */
            used: number;
            /**
             * @description Nothing is left
             * @example true
             */
            reached: boolean;
        };
        UsedDayDto: {
            /**
             * @description A day of UTC
             * @example 2026-01-31
             */
            day: string;
            /** @example 5 */
            fetches: number;
            /**
             * @description Pages rendered by Chromium
             * @example 5
             */
            renders: number;
        };
        ProjectUsageDto: {
            /**
             * @description The present day of UTC
             * @example 2026-01-31
             */
            day: string;
            /**
             * Format: date-time
             * @description When the next day begins and resets the quotas per day
             * @example 2026-11-01T12:00:00.000Z
             */
            resetsAt: string;
            /** @example [] */
            quotas: components["schemas"]["QuotaUsageDto"][];
            /**
             * @description The last 31 days on which something was used, newest first
             * @example []
             */
            days: components["schemas"]["UsedDayDto"][];
        };
        CreateTopicInput: {
            /** @example How cheddar is made */
            description?: string;
            /**
             * @description ISO 639-1 code. With en, the default of a new topic, relevance models infer the language from the examples and the keywords
             * @example en
             */
            language?: string;
            /**
             * @description URLs from which a crawl starts
             * @example [
             *       "text"
             *     ]
             */
            seeds?: string[];
            /**
             * @description Unique
             * @example cheese
             */
            name: string;
            /**
             * @description Keywords and key phrases: version 1 of the keyword set
             * @example [
             *       "text"
             *     ]
             */
            keywords?: string[];
        };
        KeywordDto: {
            /** @example Cheddar is a hard cheese. */
            text: string;
            /**
             * @description One word, or several in a row
             * @example keyword
             * @enum {string}
             */
            kind: "keyword" | "phrase";
            /**
             * @example user
             * @enum {string}
             */
            origin: "user" | "expanded";
            /**
             * @description 1 for keywords given by the user, otherwise the semantic similarity found by the expansion
             * @example 0.5
             */
            similarity: number;
        };
        KeywordSetDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            id: string;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string;
            /**
             * @description From 1
             * @example 5
             */
            version: number;
            /**
             * @description Number of keywords
             * @example 5
             */
            size: number;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            createdAt: string;
            /** @example [] */
            keywords: components["schemas"]["KeywordDto"][];
        };
        ExampleCountsDto: {
            /** @example 5 */
            relevant: number;
            /** @example 5 */
            irrelevant: number;
        };
        TopicDetailsDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            id: string;
            /** @example cheese */
            name: string;
            /** @example How cheddar is made */
            description: string;
            /**
             * @description ISO 639-1 code; where it is en, relevance models infer the language from the examples and the keywords
             * @example en
             */
            language: string;
            /** @example 5 */
            seedCount: number;
            /**
             * @description Version of the current keyword set
             * @example 5
             */
            keywordSetVersion: number | null;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change of the topic, its seeds or its keywords
             * @example 2026-11-01T12:00:00.000Z
             */
            updatedAt: string;
            /**
             * @description Canonical URLs from which crawls start
             * @example [
             *       "text"
             *     ]
             */
            seeds: string[];
            /** @description The current keywords */
            keywordSet: components["schemas"]["KeywordSetDto"] | null;
            /** @description Labelled examples by label. Labels of the labeller are not among them */
            exampleCounts: components["schemas"]["ExampleCountsDto"];
        };
        TopicDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            id: string;
            /** @example cheese */
            name: string;
            /** @example How cheddar is made */
            description: string;
            /**
             * @description ISO 639-1 code; where it is en, relevance models infer the language from the examples and the keywords
             * @example en
             */
            language: string;
            /** @example 5 */
            seedCount: number;
            /**
             * @description Version of the current keyword set
             * @example 5
             */
            keywordSetVersion: number | null;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change of the topic, its seeds or its keywords
             * @example 2026-11-01T12:00:00.000Z
             */
            updatedAt: string;
        };
        TopicPage: {
            /** @example [] */
            items: components["schemas"]["TopicDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        UpdateTopicInput: {
            /** @example How cheddar is made */
            description?: string;
            /**
             * @description ISO 639-1 code. With en, the default of a new topic, relevance models infer the language from the examples and the keywords
             * @example en
             */
            language?: string;
            /**
             * @description URLs from which a crawl starts
             * @example [
             *       "text"
             *     ]
             */
            seeds?: string[];
            /**
             * @description Unique
             * @example cheese
             */
            name?: string;
        };
        PutKeywordsInput: {
            /**
             * @description The whole new set. A text that the current set contains keeps its origin and similarity
             * @example [
             *       "text"
             *     ]
             */
            keywords: string[];
        };
        KeywordSetSummaryDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            id: string;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string;
            /**
             * @description From 1
             * @example 5
             */
            version: number;
            /**
             * @description Number of keywords
             * @example 5
             */
            size: number;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            createdAt: string;
        };
        KeywordSetPage: {
            /** @example [] */
            items: components["schemas"]["KeywordSetSummaryDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        AcceptanceRuleInput: {
            /** @example 0.5 */
            minSimilarity?: number;
            /**
             * @description Bits
             * @example 0.5
             */
            minLift?: number;
            /**
             * @example [
             *       "tres"
             *     ]
             */
            methods?: ("tres" | "rake" | "collocation")[];
        };
        ExpandKeywordsInput: {
            /**
             * @description true: the candidates that fit `accept` make a new version of the keywords. false: all candidates wait for a decision
             * @default true
             * @example true
             */
            apply?: boolean;
            /**
             * @description Minimum number of examples in which a word occurs to become a candidate
             * @default 2
             * @example 2
             */
            minDocuments?: number;
            /**
             * @description Minimum semantic similarity, in addition to the mean similarity of the given keywords
             * @default 0
             * @example 0
             */
            minSimilarity?: number;
            /**
             * @description Maximum number of words; the best are kept
             * @default 300
             * @example 300
             */
            maxKeywords?: number;
            /**
             * @description tres: words like the keywords; rake, collocation: phrases
             * @example [
             *       "tres"
             *     ]
             */
            methods?: ("tres" | "rake" | "collocation")[];
            /**
             * @description Minimum lift of words and phrases, in bits
             * @example 0.5
             */
            minLift?: number;
            /**
             * @description Minimum lift of phrases, in bits
             * @default 1
             * @example 1
             */
            minPhraseLift?: number;
            /**
             * @description Maximum number of phrases; the best are kept
             * @default 100
             * @example 100
             */
            maxPhrases?: number;
            /** @description Conditions on the candidates that `apply` takes. It never takes one that hurts. Default: candidates with a lift of at least 3 bits; {} takes all, as in TRES */
            accept?: components["schemas"]["AcceptanceRuleInput"];
        };
        JobDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            id: string;
            /**
             * @example train-model
             * @enum {string}
             */
            kind: "train-model" | "make-model" | "train-spider" | "run-experiment" | "expand-keywords" | "suggest-keywords" | "suggest-seeds" | "label-pages" | "switch-model" | "make-export" | "rebuild-collection" | "read-home-page" | "purge-session";
            /**
             * Format: uuid
             * @description The topic, model, spider, experiment, session or export that the job works on
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            subjectId: string;
            /**
             * @example queued
             * @enum {string}
             */
            state: "queued" | "running" | "completed" | "failed" | "cancelled";
            /**
             * @description Share that is done
             * @example 0.5
             */
            progress: number;
            /**
             * @description The result, if completed. Its form depends on the kind of the job
             * @example {
             *       "modelId": "0190f4c8-7c1e-7000-8000-3f2504e04f89",
             *       "state": "ready"
             *     }
             */
            result: components["schemas"]["ModelSwitchResultDto"] | components["schemas"]["ExpansionResultDto"] | components["schemas"]["SuggestionResultDto"] | components["schemas"]["ModelJobResultDto"] | components["schemas"]["LabellerRunResultDto"] | components["schemas"]["RebuiltCollectionDto"] | components["schemas"]["ReadHomePageDto"] | components["schemas"]["ExperimentJobResultDto"] | components["schemas"]["SeedSuggestionResultDto"] | components["schemas"]["SpiderJobResultDto"] | components["schemas"]["ExportJobResultDto"] | null;
            /**
             * @description Cause of the failure, if failed; reason for the end, if cancelled
             * @example the model was deleted
             */
            error: string | null;
            /**
             * @description How many times a worker has started it
             * @example 5
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When a user asked to cancel it
             * @example 2026-11-01T12:00:00.000Z
             */
            cancelRequestedAt: string | null;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            startedAt: string | null;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            finishedAt: string | null;
        };
        SearchedDocumentsDto: {
            /** @example 5 */
            relevant: number;
            /**
             * @description Irrelevant examples
             * @example 5
             */
            others: number;
            /**
             * @description General texts
             * @example 5
             */
            background: number;
        };
        KeywordCandidateDto: {
            /** @example Cheddar is a hard cheese. */
            text: string;
            /**
             * @example keyword
             * @enum {string}
             */
            kind: "keyword" | "phrase";
            /**
             * @description `tres`: a word by TRES's expansion; `rake`, `collocation`: a phrase; `seed`: found in the seed pages
             * @example tres
             * @enum {string}
             */
            method: "tres" | "rake" | "collocation" | "seed";
            /**
             * @description Mean cosine with the keywords by which it was found; null if its words have no vectors
             * @example 0.5
             */
            similarity: number | null;
            /**
             * @description How much more frequent it is in relevant pages than in others, in bits. 0: equally frequent, 1: twice as frequent
             * @example 0.5
             */
            lift: number;
            /**
             * @description Number of relevant documents that contain it
             * @example 5
             */
            relevantDocuments: number;
            /**
             * @description Number of irrelevant examples that contain it
             * @example 5
             */
            otherDocuments: number;
            /**
             * @description Number of general texts that contain it
             * @example 5
             */
            backgroundDocuments: number;
            /**
             * @description Effect that it would have as one of the keywords
             * @example helps
             * @enum {string}
             */
            verdict: "helps" | "neutral" | "hurts" | "unseen";
            /** @example rare */
            reason: string;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            id: string;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string;
            /**
             * @example pending
             * @enum {string}
             */
            state: "pending" | "accepted" | "rejected";
            /** @description Number of documents that were read */
            searched: components["schemas"]["SearchedDocumentsDto"];
            /**
             * @description The version of the keywords in which it was first included
             * @example 5
             */
            keywordSetVersion: number | null;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last measurement or decision
             * @example 2026-11-01T12:00:00.000Z
             */
            updatedAt: string;
        };
        KeywordCandidatePage: {
            /** @example [] */
            items: components["schemas"]["KeywordCandidateDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        DecideCandidatesInput: {
            /**
             * @description Ids or texts of candidates that become keywords
             * @example [
             *       "text"
             *     ]
             */
            accept?: string[];
            /**
             * @description Ids or texts of candidates that later expansions should not find. A candidate that was accepted is removed from the keywords
             * @example [
             *       "text"
             *     ]
             */
            reject?: string[];
        };
        DecisionReportDto: {
            /**
             * @description Version of the keywords after the decision; null if there are none
             * @example 5
             */
            keywordSetVersion: number | null;
            /** @example 5 */
            accepted: number;
            /** @example 5 */
            rejected: number;
            /**
             * @description Candidates for which the same decision was made before
             * @example 5
             */
            unchanged: number;
        };
        SuggestKeywordsInput: {
            /**
             * @description true: the suggestions make a new version of the keywords. false: they wait for a decision
             * @default false
             * @example false
             */
            apply?: boolean;
            /**
             * @description Maximum number of words
             * @default 30
             * @example 30
             */
            maxKeywords?: number;
            /**
             * @description Maximum number of phrases
             * @default 20
             * @example 20
             */
            maxPhrases?: number;
        };
        KeywordPresenceDto: {
            /**
             * @description Number of pages that were read; a sample if there are more
             * @example 5
             */
            documents: number;
            /**
             * @description Occurrences of keywords per page
             * @example 0.5
             */
            meanCount: number;
            /**
             * @description Different keywords per page
             * @example 0.5
             */
            meanDistinct: number;
            /**
             * @description Share of the pages that contain a keyword
             * @example 0.5
             */
            share: number;
            /**
             * @description Words per page
             * @example 0.5
             */
            meanWords: number;
            /**
             * @description Number of pages of this class in all
             * @example 5
             */
            total: number;
        };
        KeywordJudgementDto: {
            /** @example Cheddar is a hard cheese. */
            text: string;
            /**
             * @description Number of relevant pages that contain it
             * @example 5
             */
            relevantDocuments: number;
            /**
             * @description Number of other pages that contain it
             * @example 5
             */
            otherDocuments: number;
            /**
             * @description Average precision when pages are ranked by their keywords: with this keyword minus without it
             * @example 0.5
             */
            effect: number;
            /**
             * @example helps
             * @enum {string}
             */
            verdict: "helps" | "neutral" | "hurts" | "unseen";
            /**
             * @description Why
             * @example rare
             */
            reason: string;
        };
        SourceStatisticsDto: {
            relevant: components["schemas"]["KeywordPresenceDto"];
            others: components["schemas"]["KeywordPresenceDto"];
            /**
             * @description Of the pages ranked by their keywords; 0 if one class is empty
             * @example 0.5
             */
            averagePrecision: number;
            /**
             * @description In the order of the set
             * @example []
             */
            keywords: components["schemas"]["KeywordJudgementDto"][];
        };
        SessionStatisticsDto: {
            relevant: components["schemas"]["KeywordPresenceDto"];
            others: components["schemas"]["KeywordPresenceDto"];
            /**
             * @description Of the pages ranked by their keywords; 0 if one class is empty
             * @example 0.5
             */
            averagePrecision: number;
            /**
             * @description In the order of the set
             * @example []
             */
            keywords: components["schemas"]["KeywordJudgementDto"][];
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            sessionId: string;
            /**
             * @description The version that the session used
             * @example 5
             */
            keywordSetVersion: number;
        };
        KeywordSetStatisticsDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string;
            /** @example 5 */
            version: number;
            /** @description Counts in the labelled examples that have text */
            examples: components["schemas"]["SourceStatisticsDto"];
            /** @description Also count in the pages of this session, relevant or not as the session judged them */
            session: components["schemas"]["SessionStatisticsDto"] | null;
        };
        AddExampleInput: {
            /**
             * @description Address of the page. It is fetched if neither text nor html is given
             * @example https://cheese.example/cheddar
             */
            url?: string | null;
            /** @example Cheddar */
            title?: string | null;
            /**
             * @description Plain text. Cannot be given together with html
             * @example Cheddar is a hard cheese.
             */
            text?: string | null;
            /**
             * @description HTML from which title and main text are taken. Cannot be given together with text
             * @example <p>Cheddar is a hard cheese.</p>
             */
            html?: string | null;
            /** @example true */
            relevant: boolean;
        };
        ExampleDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            id: string;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string;
            /**
             * @description Canonical URL; null for text that was given without a URL
             * @example https://cheese.example/cheddar
             */
            url: string | null;
            /** @example Cheddar */
            title: string;
            /**
             * @description Beginning of the text
             * @example Cheddar is a hard cheese.
             */
            excerpt: string;
            /**
             * @description Number of characters of the text; null until the URL has been fetched
             * @example 5
             */
            textLength: number | null;
            /** @example true */
            relevant: boolean;
            /**
             * @description Why the URL could not be fetched; null if it could
             * @example no such host
             */
            fetchError: string | null;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the label got its value
             * @example 2026-11-01T12:00:00.000Z
             */
            labelledAt: string;
        };
        ImportErrorDto: {
            /**
             * @description From 1
             * @example 5
             */
            line: number;
            /** @example name */
            field: string | null;
            /** @example no such host */
            message: string;
        };
        ImportReportDto: {
            /**
             * @description Lines that are not blank
             * @example 5
             */
            lines: number;
            /** @example 5 */
            created: number;
            /**
             * @description The topic had this URL already. Label, title or text are now the given ones
             * @example 5
             */
            updated: number;
            /** @example 5 */
            unchanged: number;
            /** @example 5 */
            failed: number;
            /**
             * @description The first thousand
             * @example []
             */
            errors: components["schemas"]["ImportErrorDto"][];
        };
        ExamplePage: {
            /** @example [] */
            items: components["schemas"]["ExampleDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        ExampleDetailsDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            id: string;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string;
            /**
             * @description Canonical URL; null for text that was given without a URL
             * @example https://cheese.example/cheddar
             */
            url: string | null;
            /** @example Cheddar */
            title: string;
            /**
             * @description Beginning of the text
             * @example Cheddar is a hard cheese.
             */
            excerpt: string;
            /**
             * @description Number of characters of the text; null until the URL has been fetched
             * @example 5
             */
            textLength: number | null;
            /** @example true */
            relevant: boolean;
            /**
             * @description Why the URL could not be fetched; null if it could
             * @example no such host
             */
            fetchError: string | null;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the label got its value
             * @example 2026-11-01T12:00:00.000Z
             */
            labelledAt: string;
            /**
             * @description Main text; null until the URL has been fetched
             * @example Cheddar is a hard cheese.
             */
            text: string | null;
        };
        UpdateExampleInput: {
            /** @example true */
            relevant: boolean;
        };
        RelevanceKindDto: {
            /** @example ensemble */
            kind: string;
            /** @example 5 */
            version: number;
            /** @example Takes the best link first */
            summary: string;
            /**
             * @description Origin of the method: paper or program
             * @example Chakrabarti et al. 1999, section 2
             */
            source: string;
            /**
             * @description False if keywords are enough to make a model
             * @example true
             */
            needsExamples: boolean;
            /**
             * @description False if no keywords are needed to make a model
             * @example true
             */
            needsKeywords: boolean;
            /**
             * @description JSON schema of its configuration
             * @example {
             *       "type": "object",
             *       "properties": {}
             *     }
             */
            configSchema: {
                [key: string]: unknown;
            };
        };
        RelevanceKindPage: {
            /** @example [] */
            items: components["schemas"]["RelevanceKindDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        TrainModelInput: {
            /**
             * @description One of the kinds of relevance models. Default: ensemble, or keyword-vectors while there are fewer than two relevant examples
             * @example ensemble
             */
            kind?: string;
            /**
             * @description Settings by the schema of the kind. Omitted settings have their defaults
             * @example {
             *       "budget": {
             *         "fetches": 50
             *       }
             *     }
             */
            config?: {
                [key: string]: unknown;
            };
            /**
             * @description Whether it also learns from the labeller's labels of pages that no person has labelled. It is never measured on them. Refused unless the labeller agrees enough with people
             * @default false
             * @example false
             */
            labellerLabels?: boolean;
        };
        ConfusionDto: {
            /** @example 5 */
            truePositives: number;
            /** @example 5 */
            falsePositives: number;
            /** @example 5 */
            trueNegatives: number;
            /** @example 5 */
            falseNegatives: number;
        };
        ModelMetricsDto: {
            /**
             * @description Share of relevant documents among those that the model calls relevant; null when there was nothing to measure with
             * @example 0.5
             */
            precision: number | null;
            /**
             * @description Share of the relevant documents that the model finds; null when there was nothing to measure with
             * @example 0.5
             */
            recall: number | null;
            /**
             * @description Harmonic mean of precision and recall; null when there was nothing to measure with
             * @example 0.5
             */
            f1: number | null;
            /**
             * @description Mean of the F1 of both classes; null when there was nothing to measure with
             * @example 0.5
             */
            fMacro: number | null;
            /**
             * @description Area under the curve of precision over recall; null when there was nothing to measure with
             * @example 0.5
             */
            averagePrecision: number | null;
            /**
             * @description Share of right decisions; null when there was nothing to measure with
             * @example 0.5
             */
            accuracy: number | null;
            /**
             * @description Mean squared error of the probabilities, each class weighing one half; null when there was nothing to measure with
             * @example 0.5
             */
            brier: number | null;
            /**
             * @description Average precision on short texts, as links have them; null when there was nothing to measure with
             * @example 0.5
             */
            textAveragePrecision: number | null;
            /** @description null when there was nothing to measure with */
            confusion: components["schemas"]["ConfusionDto"] | null;
            /**
             * @description Number of parts into which the examples were divided; 0 if nothing was measured
             * @example 5
             */
            folds: number;
            /**
             * @description Whether each site is in one fold only
             * @example true
             */
            groupedBySite: boolean;
            /**
             * @description Relevant examples
             * @example 5
             */
            positives: number;
            /**
             * @description Irrelevant examples
             * @example 5
             */
            negatives: number;
            /**
             * @description Number of general documents that served as irrelevant examples
             * @example 5
             */
            background: number;
            /**
             * @description Number of relevant examples of other topics that served as irrelevant examples
             * @example 5
             */
            otherTopics: number;
            /**
             * @description Number of training pages that only the labeller has labelled
             * @example 5
             */
            labellerLabels: number;
            /**
             * @description Registrable domains among the relevant examples
             * @example 5
             */
            positiveSites: number;
            /**
             * @description Why the figures should be read with care
             * @example [
             *       "few-examples"
             *     ]
             */
            warnings: ("few-examples" | "few-sites" | "not-grouped-by-site" | "background-as-negatives" | "goal-missed" | "not-measured")[];
        };
        ModelGoalDto: {
            /**
             * @example f1
             * @enum {string}
             */
            measure: "f1" | "precision" | "recall";
            /**
             * @description The required precision or recall
             * @example 0.5
             */
            atLeast?: number;
        };
        CalibrationBinDto: {
            /**
             * @description The bin holds probabilities in [from, from + 0.1)
             * @example 0.5
             */
            from: number;
            /** @example 5 */
            count: number;
            /**
             * @description null for an empty bin
             * @example 0.5
             */
            meanProbability: number | null;
            /**
             * @description Share of relevant documents, where both classes have the same weight
             * @example 0.5
             */
            shareRelevant: number | null;
        };
        DomainCountDto: {
            /** @example cheese.example */
            domain: string;
            /** @example 5 */
            documents: number;
        };
        ModelClassDto: {
            /**
             * @example relevant
             * @enum {string}
             */
            name: "relevant" | "irrelevant" | "other-topics" | "background" | "self-trained";
            /** @example 5 */
            documents: number;
            /**
             * @description Registrable domains
             * @example 5
             */
            domains: number;
            /** @example 5 */
            withoutUrl: number;
            /**
             * @description The 20 domains with the most documents
             * @example []
             */
            largest: components["schemas"]["DomainCountDto"][];
        };
        LearningPointDto: {
            /** @example 5 */
            examples: number;
            /** @example 0.5 */
            averagePrecision: number;
            /**
             * @description F1 at the best threshold for the documents held out
             * @example 0.5
             */
            bestF1: number;
        };
        WordWeightDto: {
            /** @example curd */
            word: string;
            /**
             * @description Weight on the model's own scale. The further from 0, the more the word tells
             * @example 0.5
             */
            weight: number;
        };
        TellingWordsDto: {
            /** @example [] */
            relevant: components["schemas"]["WordWeightDto"][];
            /** @example [] */
            irrelevant: components["schemas"]["WordWeightDto"][];
        };
        DecisionFiguresDto: {
            /** @example 0.5 */
            averagePrecision: number;
            /**
             * @description Precision at the threshold. Recall and F1 are at the threshold too
             * @example 0.5
             */
            precision: number;
            /** @example 0.5 */
            recall: number;
            /** @example 0.5 */
            f1: number;
        };
        AllComparedDocumentsDto: {
            /** @example 5 */
            documents: number;
            /** @example 5 */
            relevant: number;
            /** @description Figures of the earlier model */
            before: components["schemas"]["DecisionFiguresDto"] | null;
            /** @description Figures of this model, cross-validated */
            after: components["schemas"]["DecisionFiguresDto"] | null;
            /**
             * @description Number of documents on which the earlier model may have been trained
             * @example 5
             */
            learntBefore: number;
        };
        ComparedDocumentsDto: {
            /** @example 5 */
            documents: number;
            /** @example 5 */
            relevant: number;
            /** @description Figures of the earlier model */
            before: components["schemas"]["DecisionFiguresDto"] | null;
            /** @description Figures of this model, cross-validated */
            after: components["schemas"]["DecisionFiguresDto"] | null;
        };
        PredecessorReportDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            modelId: string;
            /** @example 5 */
            version: number;
            /** @example ensemble */
            kind: string;
            all: components["schemas"]["AllComparedDocumentsDto"];
            /** @description Examples that are newer than the earlier model: the fair comparison */
            unseen: components["schemas"]["ComparedDocumentsDto"];
        };
        ModelReportDto: {
            goal: components["schemas"]["ModelGoalDto"] | null;
            /**
             * @description How scores were turned into probabilities
             * @example platt
             * @enum {string|null}
             */
            calibration: "platt" | "isotonic" | null;
            /**
             * @description Model that judges anchors. own: the model itself; otherwise a separate text model
             * @example own
             * @enum {string|null}
             */
            textModel: "own" | "short-texts" | "naive-bayes" | null;
            /**
             * @description Language in which the model reads texts, ISO 639-1; empty if unknown. null: the model is of a version that read all texts as English, so for a topic in another language a new one reads more; or its kind reads all texts alike
             * @example en
             */
            language: string | null;
            /**
             * @description Ten bins of held-out probabilities
             * @example []
             */
            calibrationCurve: components["schemas"]["CalibrationBinDto"][] | null;
            /** @example [] */
            classes: components["schemas"]["ModelClassDto"][] | null;
            /**
             * @description Quality with 10, 30, 100, … and all examples
             * @example []
             */
            learningCurve: components["schemas"]["LearningPointDto"][] | null;
            /** @description The most telling words. Only for kinds that weigh words */
            tellingWords: components["schemas"]["TellingWordsDto"] | null;
            /**
             * @description Time for training and measuring, without fetching
             * @example 5
             */
            trainingMs: number | null;
            /** @description Null if there was no earlier model, or if it cannot be restored */
            before: components["schemas"]["PredecessorReportDto"] | null;
        };
        ModelDetailsDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            id: string;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string;
            /**
             * @description Number of the model within its topic. The first is 1
             * @example 5
             */
            version: number;
            /** @example linear-svm */
            kind: string;
            /**
             * @example training
             * @enum {string}
             */
            state: "training" | "ready" | "failed";
            /**
             * @description Includes the defaults of omitted settings
             * @example {
             *       "budget": {
             *         "fetches": 50
             *       }
             *     }
             */
            config: {
                [key: string]: unknown;
            };
            /**
             * @description The keyword set with which it is made
             * @example 5
             */
            keywordSetVersion: number | null;
            /** @description Results of cross-validation, if ready */
            metrics: components["schemas"]["ModelMetricsDto"] | null;
            /** @description Parts and measures of the model, if ready */
            report: components["schemas"]["ModelReportDto"] | null;
            /**
             * @description Pages with this probability or a higher one count as relevant
             * @example 0.5
             */
            threshold: number | null;
            /**
             * @description Why training failed
             * @example the model was deleted
             */
            error: string | null;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            trainedAt: string | null;
            /**
             * Format: uuid
             * @description The job that makes it; null if the job was cleared away
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            jobId: string | null;
        };
        ModelPage: {
            /** @example [] */
            items: components["schemas"]["ModelDetailsDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        JobPage: {
            /** @example [] */
            items: components["schemas"]["JobDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        ModelDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            id: string;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string;
            /**
             * @description Number of the model within its topic. The first is 1
             * @example 5
             */
            version: number;
            /** @example linear-svm */
            kind: string;
            /**
             * @example training
             * @enum {string}
             */
            state: "training" | "ready" | "failed";
            /**
             * @description Includes the defaults of omitted settings
             * @example {
             *       "budget": {
             *         "fetches": 50
             *       }
             *     }
             */
            config: {
                [key: string]: unknown;
            };
            /**
             * @description The keyword set with which it is made
             * @example 5
             */
            keywordSetVersion: number | null;
            /** @description Results of cross-validation, if ready */
            metrics: components["schemas"]["ModelMetricsDto"] | null;
            /** @description Parts and measures of the model, if ready */
            report: components["schemas"]["ModelReportDto"] | null;
            /**
             * @description Pages with this probability or a higher one count as relevant
             * @example 0.5
             */
            threshold: number | null;
            /**
             * @description Why training failed
             * @example the model was deleted
             */
            error: string | null;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            trainedAt: string | null;
        };
        ComparedFigureDto: {
            /** @example f1 */
            name: string;
            /**
             * @description In the order of the models
             * @example [
             *       0.5
             *     ]
             */
            values: (number | null)[];
            /**
             * @description Value minus that of the first model
             * @example [
             *       0.5
             *     ]
             */
            differences: (number | null)[];
        };
        ComparedSettingDto: {
            /**
             * @description Path of the setting in the configuration
             * @example goal.atLeast
             */
            field: string;
            /**
             * @description In the order of the models; null for a model without this setting
             * @example [
             *       "text"
             *     ]
             */
            values: ((string | null) | number | boolean)[];
        };
        ModelComparisonDto: {
            /** @example [] */
            models: components["schemas"]["ModelDto"][];
            /** @example [] */
            figures: components["schemas"]["ComparedFigureDto"][];
            /**
             * @description Settings in which the models differ
             * @example []
             */
            settings: components["schemas"]["ComparedSettingDto"][];
        };
        DocumentInputDto: {
            /**
             * @description Address of the page. It is fetched if neither text nor html is given
             * @example https://cheese.example/cheddar
             */
            url?: string | null;
            /** @example Cheddar */
            title?: string | null;
            /**
             * @description Plain text. Cannot be given together with html
             * @example Cheddar is a hard cheese.
             */
            text?: string | null;
            /**
             * @description HTML from which title and main text are taken. Cannot be given together with text
             * @example <p>Cheddar is a hard cheese.</p>
             */
            html?: string | null;
        };
        JudgementFailureDto: {
            /**
             * @example timeout
             * @enum {string}
             */
            kind: "known" | "dns" | "connect" | "tls" | "timeout" | "reset" | "truncated" | "http-error" | "forbidden" | "throttled" | "challenge" | "too-large" | "redirect-limit" | "not-html" | "no-text" | "decode" | "robots-denied" | "robots-unreachable" | "blocked-address" | "invalid-url" | "proxy" | "render-failed" | "render-killed" | "fetcher-died" | "deferred" | "overloaded" | "not-archived" | "aborted";
            /** @example no such host */
            message: string;
        };
        ModelJudgementDto: {
            /**
             * @description null if the page could not be fetched
             * @example 0.5
             */
            probability: number | null;
            /** @example true */
            relevant: boolean | null;
            /** @example 0.5 */
            threshold: number;
            /**
             * @description URL of the page after redirects
             * @example https://cheese.example/cheddar
             */
            url: string | null;
            /** @example Cheddar */
            title: string;
            /**
             * @description Number of characters that were judged
             * @example 5
             */
            textLength: number;
            /** @description Why the page could not be fetched */
            failure: components["schemas"]["JudgementFailureDto"] | null;
        };
        PolicyDto: {
            /** @example tres */
            name: string;
            /**
             * @description Increased when the same configuration and random seed would give another order
             * @example 5
             */
            version: number;
            /** @example Takes the best link first */
            summary: string;
            /**
             * @description The paper and section, or the program, that it follows
             * @example Chakrabarti et al. 1999, section 2
             */
            source: string;
            /**
             * @description Whether sessions with it may have an `objective`
             * @example true
             */
            heedsObjective: boolean;
            /**
             * @description JSON schema of its configuration, with defaults
             * @example {
             *       "type": "object",
             *       "properties": {}
             *     }
             */
            configSchema: {
                [key: string]: unknown;
            };
        };
        PolicyPage: {
            /** @example [] */
            items: components["schemas"]["PolicyDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        WebLabelDto: {
            /** @example faculty */
            label: string;
            /**
             * @description Number of pages that have it
             * @example 5
             */
            pages: number;
        };
        RecordedWebDto: {
            /**
             * @description Name of its file or folder without the ending
             * @example universities
             */
            name: string;
            /**
             * @description Size of its files in bytes
             * @example 0.5
             */
            bytes: number;
            /**
             * @description Number of its HTML pages; null while they are being counted
             * @example 5
             */
            pages: number | null;
            /**
             * @description The 200 most frequent labels; none while they are being counted
             * @example []
             */
            labels: components["schemas"]["WebLabelDto"][];
            /**
             * @description Why it cannot be read
             * @example text
             */
            problem: string | null;
        };
        RecordedWebPage: {
            /** @example [] */
            items: components["schemas"]["RecordedWebDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        SuggestSeedsInput: {
            /**
             * @description Maximum number of candidates
             * @default 50
             * @example 50
             */
            most?: number;
            /**
             * @description Maximum number of candidates of one registrable domain
             * @default 3
             * @example 3
             */
            perDomain?: number;
            /**
             * @description Pages of results that the search engine is asked for, for each query
             * @default 2
             * @example 2
             */
            searchPages?: number;
            /**
             * @description true: the pages are fetched and judged by their text; pages that cannot be fetched are not proposed. false: they are judged by what is known of them
             * @default true
             * @example true
             */
            read?: boolean;
            /**
             * @description Number of candidates that become seeds at once: the best ones that are judged relevant
             * @default 0
             * @example 0
             */
            accept?: number;
        };
        SeedFindingDto: {
            /**
             * @example searxng
             * @enum {string}
             */
            source: "searxng" | "stored" | "shared-link" | "hub" | "sitemap";
            /**
             * @description The query (searxng, stored), the domain that links (shared-link), the page that it links to (hub) or the host of the sitemap
             * @example cheese cheddar rennet
             */
            by: string;
        };
        SeedCandidateDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            id: string;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string;
            /**
             * @description Canonical URL
             * @example https://cheese.example/cheddar
             */
            url: string;
            /** @example Cheddar */
            title: string;
            /**
             * @description Some words of the page, or of the links to it
             * @example text
             */
            snippet: string;
            /**
             * @example pending
             * @enum {string}
             */
            state: "pending" | "accepted" | "rejected";
            /**
             * @description From 0 to 1: relevance × (1 − 2^−support). Support is the sum over the sources of log2(1 + number of findings)
             * @example 0.5
             */
            score: number;
            /**
             * @description Probability that the page is relevant, judged by the keywords
             * @example 0.5
             */
            relevance: number;
            /**
             * @description true: the text of the page was judged. false: only title, snippet and the words of the URL were
             * @example true
             */
            read: boolean;
            /**
             * @description The first 20
             * @example []
             */
            findings: components["schemas"]["SeedFindingDto"][];
            /**
             * @description Why it is proposed
             * @example rare
             */
            reason: string;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time at which it was found last, or decided
             * @example 2026-11-01T12:00:00.000Z
             */
            updatedAt: string;
        };
        SeedCandidatePage: {
            /** @example [] */
            items: components["schemas"]["SeedCandidateDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        DecideSeedsInput: {
            /**
             * @description Ids or URLs of candidates that become seeds
             * @example [
             *       "text"
             *     ]
             */
            accept?: string[];
            /**
             * @description Ids or URLs of candidates that are not proposed again. A candidate that was accepted is removed from the seeds
             * @example [
             *       "text"
             *     ]
             */
            reject?: string[];
        };
        SeedDecisionsDto: {
            /**
             * @description Number of seeds of the topic after the decision
             * @example 5
             */
            seedCount: number;
            /** @example 5 */
            accepted: number;
            /** @example 5 */
            rejected: number;
            /**
             * @description Candidates for which the same decision was made before
             * @example 5
             */
            unchanged: number;
        };
        SpiderWebInput: {
            /**
             * @description Name of a recorded web
             * @example universities
             */
            web: string;
            /**
             * @description A page with one of these labels is relevant. Only for links
             * @example [
             *       "faculty"
             *     ]
             */
            labels?: string[];
            /**
             * @description Only pages of these hosts and the hosts below them. None: all pages
             * @example [
             *       "cs.example.edu"
             *     ]
             */
            domains?: string[];
        };
        TrainSpiderInput: {
            /**
             * @description Name of the spider. If there is one of this name, this is its next version
             * @example universities
             */
            name: string;
            /**
             * @description links: values of links by their words, for nb-immediate and nb-future; page-classes: the clusters of a collection of pages, for forager-weblog, forager-td and forager-hybrid; link-values: weights of the features by which sessions of prospector chose links, for prospector
             * @default links
             * @example links
             * @enum {string}
             */
            kind?: "links" | "page-classes" | "link-values";
            /**
             * @description Sessions whose pages and links are the training data, of any topic
             * @example [
             *       "0190f4c8-7c1e-7000-8000-3f2504e04f89"
             *     ]
             */
            sessions?: string[];
            /**
             * @description Recorded webs whose pages and links are the training data, besides sessions or instead of them
             * @example [
             *       {
             *         "web": "universities",
             *         "labels": [
             *           "faculty"
             *         ]
             *       }
             *     ]
             */
            webs?: components["schemas"]["SpiderWebInput"][];
            /**
             * @description Number of bins: 2 for nb-immediate, 3 to 5 for nb-future. Only for links
             * @default 4
             * @example 4
             */
            bins?: number;
            /**
             * @description related: title and headings of the page, the anchor text, the words of the URL and those around the link; full-page: the text of the page, anchor text and URL. Only for links
             * @default related
             * @example related
             * @enum {string}
             */
            text?: "related" | "full-page";
            /**
             * @description Discount factor of later rewards. Only for links
             * @default 0.5
             * @example 0.5
             */
            discount?: number;
            /**
             * @description Number of classes. Only for page-classes
             * @default 50
             * @example 50
             */
            clusters?: number;
            /**
             * @description Number of words that distinguish pages. Only for page-classes
             * @default 5000
             * @example 5000
             */
            vocabulary?: number;
        };
        SpiderWebDto: {
            /**
             * @description Its name
             * @example text
             */
            web: string;
            /**
             * @description A page with one of these labels is relevant. Only for links
             * @example [
             *       "text"
             *     ]
             */
            labels: string[];
            /**
             * @description Only pages of these hosts and the hosts below them. None: all pages
             * @example [
             *       "cheese.example"
             *     ]
             */
            domains: string[];
        };
        SpiderSourceDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            sessionId: string | null;
            /**
             * @description Name of the recorded web
             * @example text
             */
            web: string | null;
            /**
             * @description The first seeds of the session
             * @example [
             *       "text"
             *     ]
             */
            seeds: string[];
            /**
             * @description Number of its pages that were read
             * @example 5
             */
            pages: number;
            /** @example 5 */
            relevantPages: number;
        };
        TellingWordDto: {
            /** @example curd */
            word: string;
            /**
             * @description Part of the page or link with the word: head, link, url, near; page
             * @example link
             */
            field: string;
            /**
             * @description Weighted log-odds ratio
             * @example 0.5
             */
            weight: number;
        };
        SpiderBinDto: {
            /** @example immediate */
            name: string;
            /**
             * @description Number of links in it
             * @example 5
             */
            links: number;
            /**
             * @description Mean Q-value of these links
             * @example 0.5
             */
            meanValue: number;
            /**
             * @description The words that speak most for it, in order
             * @example []
             */
            words: components["schemas"]["TellingWordDto"][];
        };
        ClassWordDto: {
            /** @example curd */
            word: string;
            /**
             * @description Weighted log-odds ratio
             * @example 0.5
             */
            weight: number;
        };
        PageClassDto: {
            /**
             * @description Number of pages in it
             * @example 5
             */
            pages: number;
            /**
             * @description The words that speak most for it, in order
             * @example []
             */
            words: components["schemas"]["ClassWordDto"][];
        };
        SpiderWeightDto: {
            /**
             * @description A feature, as the explanations of prospector name it
             * @example siblingScore
             */
            feature: string;
            /**
             * @description Weight that sessions begin with without a spider
             * @example 0.5
             */
            shipped: number;
            /**
             * @description Weight that the spider gives it
             * @example 0.5
             */
            learnt: number;
        };
        SpiderReportDto: {
            /** @example [] */
            sources: components["schemas"]["SpiderSourceDto"][];
            /** @example 5 */
            pages: number;
            /** @example 5 */
            relevantPages: number;
            /**
             * @description Number of links between these pages; for link-values, those that were followed. 0 for page-classes
             * @example 5
             */
            links: number;
            /**
             * @description Number of words that it knows, of all fields. 0 for link-values
             * @example 5
             */
            words: number;
            /**
             * @description True if there were too many pages and some were left out
             * @example true
             */
            truncated: boolean;
            /**
             * @description The most valuable first. Only of links
             * @example []
             */
            bins: components["schemas"]["SpiderBinDto"][];
            /**
             * @description In the order of the components of a state. Only of page-classes
             * @example []
             */
            classes: components["schemas"]["PageClassDto"][];
            /**
             * @description Only of link-values
             * @example []
             */
            weights: components["schemas"]["SpiderWeightDto"][];
        };
        SpiderDetailsDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            id: string;
            /** @example cheese */
            name: string;
            /**
             * @description Number of the spider within its name. The first is 1
             * @example 5
             */
            version: number;
            /**
             * @example training
             * @enum {string}
             */
            state: "training" | "ready" | "failed";
            /**
             * @description links: values of links by their words, for nb-immediate and nb-future; page-classes: the clusters of a collection of pages, for forager-weblog, forager-td and forager-hybrid; link-values: weights of the features by which sessions of prospector chose links, for prospector
             * @example links
             * @enum {string}
             */
            kind: "links" | "page-classes" | "link-values";
            /**
             * @description Number of bins: 2 for nb-immediate, 3 to 5 for nb-future. Only for links
             * @example 5
             */
            bins: number | null;
            /**
             * @description related: title and headings of the page, the anchor text, the words of the URL and those around the link; full-page: the text of the page, anchor text and URL. Only for links
             * @example related
             * @enum {string|null}
             */
            text: "related" | "full-page" | null;
            /**
             * @description Discount factor of later rewards. Only for links
             * @example 0.5
             */
            discount: number | null;
            /**
             * @description Number of classes. Only for page-classes
             * @example 5
             */
            clusters: number | null;
            /**
             * @description Number of words that distinguish pages. Only for page-classes
             * @example 5
             */
            vocabulary: number | null;
            /**
             * @description The sessions on which it is trained. They may have been deleted since
             * @example [
             *       "0190f4c8-7c1e-7000-8000-3f2504e04f89"
             *     ]
             */
            sessions: string[];
            /**
             * @description The recorded webs on which it is trained
             * @example []
             */
            webs: components["schemas"]["SpiderWebDto"][];
            /** @description Training data and learned state, if ready */
            report: components["schemas"]["SpiderReportDto"] | null;
            /**
             * @description Why training failed
             * @example the model was deleted
             */
            error: string | null;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            trainedAt: string | null;
            /**
             * Format: uuid
             * @description The job that trains it; null if the job was cleared away
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            jobId: string | null;
        };
        SpiderPage: {
            /** @example [] */
            items: components["schemas"]["SpiderDetailsDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        BudgetInput: {
            /**
             * @description Maximum number of fetches, failed ones included. A step that sends no request costs nothing
             * @example 50
             */
            fetches?: number;
            /**
             * @description Maximum running time in minutes. Waiting and pauses do not count
             * @example 0.5
             */
            minutes?: number;
            /**
             * @description The session ends when it has found this number of relevant pages. Fetches in flight at that moment count too, so it may find some more
             * @example 5
             */
            relevantPages?: number;
            /**
             * @description The session ends when this number of domains have a relevant page. Fetches in flight at that moment count too
             * @example 5
             */
            domains?: number;
        };
        ObjectiveInput: {
            /**
             * @description Additional weight of the first relevant page of a domain, relative to 1 for any other relevant page. 0: only pages count. This or domainsAtLeast
             * @example 0.5
             */
            domainWeight?: number;
            /**
             * @description Number of relevant domains to reach first: until then, pages of domains without a relevant page come first, afterwards only pages count. This or domainWeight
             * @example 5
             */
            domainsAtLeast?: number;
        };
        ScopeInput: {
            /**
             * @description Only these hosts and their subdomains
             * @example [
             *       "text"
             *     ]
             */
            allowHosts?: string[];
            /**
             * @description Not these hosts or their subdomains
             * @example [
             *       "text"
             *     ]
             */
            denyHosts?: string[];
            /**
             * @description Only URLs that match one of these globs; `*` matches anything
             * @example [
             *       "http*://*.example.org/news/*"
             *     ]
             */
            allowPatterns?: string[];
            /**
             * @description No URLs that match one of these globs
             * @example [
             *       "text"
             *     ]
             */
            denyPatterns?: string[];
            /**
             * @description Maximum number of links from a seed. 0 fetches only the seeds
             * @example 5
             */
            maxDepth?: number;
        };
        WaitInput: {
            /**
             * @example dom
             * @enum {string}
             */
            until: "dom" | "idle" | "selector" | "time";
            /**
             * @description With until: selector, the CSS selector of the element to wait for
             * @example #more
             */
            selector?: string;
            /**
             * @description With until: time, the time after the load of the page, in ms
             * @example 5
             */
            ms?: number;
        };
        LoadMoreInput: {
            /**
             * @description CSS selector of the button
             * @example #more
             */
            selector: string;
            /**
             * @description Maximum number of clicks
             * @default 5
             * @example 5
             */
            clicks?: number;
        };
        RenderingInput: {
            /** @description When Chromium reads the page: as soon as its DOM is ready, it waits for nothing more that could bring text or links (idle), or an element is present, or a fixed time after its load */
            wait?: components["schemas"]["WaitInput"];
            /**
             * @description Number of screens to scroll down, for pages that load more when they are scrolled. Chromium waits after each
             * @default 0
             * @example 0
             */
            scroll?: number;
            /** @description A "load more" button to click */
            loadMore?: components["schemas"]["LoadMoreInput"];
            /**
             * @description Do not load anything from known trackers and advertisers
             * @default true
             * @example true
             */
            blockTrackers?: boolean;
            /**
             * @description Keep a thumbnail of each relevant page that was rendered
             * @default false
             * @example false
             */
            screenshots?: boolean;
        };
        DuplicatesInput: {
            /**
             * @description A page with the same text as an earlier page is a duplicate of it
             * @default true
             * @example true
             */
            exact?: boolean;
            /**
             * @description How many of the 64 bits of the simhash may differ in a near-duplicate. 0 does not look for near-duplicates
             * @default 3
             * @example 3
             */
            nearDistance?: number;
            /**
             * @description Duplicates can be relevant and bring reward, like any other page
             * @default false
             * @example false
             */
            reward?: boolean;
        };
        TrapsInput: {
            /**
             * @description Leave out links that look like crawler traps: calendars, endless paths, repeated segments, faceted search
             * @default true
             * @example true
             */
            detect?: boolean;
            /**
             * @description Maximum number of URLs of one host with the same pattern: the same path without its numbers and ids, and the same names of query parameters
             * @default 50000
             * @example 50000
             */
            maxPerPattern?: number;
        };
        SaturationInput: {
            /**
             * @description Number of the last fetched pages over which the harvest rate is taken. The session fetches at least twice as many before the rule can end it
             * @example 10
             */
            window: number;
            /**
             * @description The floor. The session ends as saturated when the upper confidence bound of the harvest rate has been below it for a whole window of pages
             * @example 0.5
             */
            minHarvestRate: number;
            /**
             * @description Confidence of the upper bound (Clopper and Pearson). Sessions made before there was this setting have none: they end as soon as the rate itself is below the floor
             * @default 0.95
             * @example 0.95
             */
            confidence?: number;
        };
        MonitoringInput: {
            /**
             * @description Minutes of running time after a visit until the page may be fetched again. This or revisitAfterSteps
             * @example 0.5
             */
            revisitAfterMinutes?: number;
            /**
             * @description Completed steps after a visit until the page may be fetched again. Earlier when nothing else is left to fetch. This or revisitAfterMinutes
             * @example 5
             */
            revisitAfterSteps?: number;
            /**
             * @description Pages that are older by Last-Modified, in hours, bring no reward. Without Last-Modified a page is young
             * @default 24
             * @example 24
             */
            freshHours?: number;
        };
        AccessHeaderInput: {
            /**
             * @description Name of the header
             * @example authorization
             */
            name: string;
            /**
             * @description Its value
             * @example Bearer abc
             */
            value: string;
        };
        AccessHostInput: {
            /**
             * @description The host that they are sent to, and no other one
             * @example intranet.example
             */
            host: string;
            /**
             * @description Headers of each request to the host
             * @default []
             * @example []
             */
            headers?: components["schemas"]["AccessHeaderInput"][];
            /**
             * @description Cookies of each visit of the host, as name=value
             * @default []
             * @example [
             *       "session=abc"
             *     ]
             */
            cookies?: string[];
        };
        AccessInput: {
            /**
             * @description Headers and cookies for single hosts
             * @default []
             * @example []
             */
            hosts?: components["schemas"]["AccessHostInput"][];
            /**
             * @description Proxies (http, https, socks5) that are taken in turn. A visit asks one host through one proxy. They need public addresses, unless the service may crawl private networks
             * @default []
             * @example [
             *       "socks5://proxy.example:1080"
             *     ]
             */
            proxies?: string[];
        };
        CreateSessionInput: {
            /**
             * @description Name of a policy from the list of policies
             * @default prospector
             * @example prospector
             */
            policy?: string;
            /**
             * @description Settings by the schema of the policy
             * @example {}
             */
            policyConfig?: {
                [key: string]: unknown;
            };
            /** @description Limits of the session. It ends when the first of them is reached. At least one is required, unless `saturation` says when it ends */
            budget?: components["schemas"]["BudgetInput"];
            /**
             * @description MAX, the pages that may be fetched per domain: "unlimited", a number, or "5->2" for adaptive MAX
             * @default unlimited
             * @example unlimited
             */
            domainCap?: "unlimited" | number | string;
            /**
             * @description Unit that counts as one domain
             * @default registrable-domain
             * @example registrable-domain
             * @enum {string}
             */
            grouping?: "registrable-domain" | "host" | "path-prefix";
            /** @description Weight of relevant domains relative to relevant pages. Only for policies that use an objective. Default: the policy's own; prospector's is a domainWeight of 0.25 */
            objective?: components["schemas"]["ObjectiveInput"];
            /** @description Rules for URLs that may be fetched */
            scope?: components["schemas"]["ScopeInput"];
            /**
             * @description Maximum number of concurrent fetches. With 1, the order is reproducible on a recorded web
             * @default 8
             * @example 8
             */
            concurrency?: number;
            /**
             * @description Maximum number of concurrent fetches from one host
             * @default 1
             * @example 1
             */
            hostConcurrency?: number;
            /**
             * @description Minimum time between the starts of two fetches from one host, in ms. A longer Crawl-delay takes precedence
             * @default 1000
             * @example 1000
             */
            hostDelayMs?: number;
            /**
             * @description How ready the session is to fetch lesser links while the hosts of better ones are busy. 0: it waits for the best link; 1: it fills every free slot. At 0.3 a link is fetched if it has at least 70% of the value of the best. Waiting saves fetches and takes time
             * @default 0.2
             * @example 0.2
             */
            eagerness?: number;
            /**
             * @description Obey robots.txt
             * @default true
             * @example true
             */
            robots?: boolean;
            /**
             * @description Follow links marked rel=nofollow
             * @default false
             * @example false
             */
            followNofollow?: boolean;
            /**
             * @description Obey noindex in meta robots and X-Robots-Tag: the text of such a page is not kept, and the page counts as not relevant
             * @default true
             * @example true
             */
            obeyNoindex?: boolean;
            /**
             * @description Rule for loading pages in Chromium. always: every page; auto: pages that need it
             * @default never
             * @example never
             * @enum {string}
             */
            render?: "never" | "auto" | "always";
            /** @description How Chromium renders pages */
            rendering?: components["schemas"]["RenderingInput"];
            /**
             * @description Content types that count as a page
             * @default [
             *       "html",
             *       "text"
             *     ]
             * @example [
             *       "html",
             *       "text"
             *     ]
             */
            contentTypes?: ("html" | "text" | "pdf")[];
            /**
             * @description Languages of relevant pages, ISO 639-1. A page in an unknown language may be relevant too. Default: any
             * @example [
             *       "en"
             *     ]
             */
            languages?: string[];
            /** @description How pages with the text of earlier ones are treated */
            duplicates?: components["schemas"]["DuplicatesInput"];
            /** @description How crawler traps are treated */
            traps?: components["schemas"]["TrapsInput"];
            /**
             * @description Also take links from the sitemaps and feeds of the visited hosts
             * @default false
             * @example false
             */
            sitemaps?: boolean;
            /**
             * @description Keep a history of each page over the topic's sessions, and ask servers only for pages that changed
             * @default false
             * @example false
             */
            trackChanges?: boolean;
            /**
             * @description How the session treats pages in the topic's collection. refresh: it fetches them again; skip: it skips them, except seeds; reuse: it uses the stored pages and follows their links. skip and reuse cost no fetch, and are counted separately. Both skip URLs at which an earlier session of the topic found no page, or content of a type that this session does not take either
             * @default refresh
             * @example refresh
             * @enum {string}
             */
            known?: "refresh" | "skip" | "reuse";
            /**
             * @description URLs last fetched more than this number of days ago are fetched again nevertheless
             * @default 30
             * @example 30
             */
            knownDays?: number;
            /**
             * @description Keep everything that is fetched as WARC files
             * @default false
             * @example false
             */
            archive?: boolean;
            /**
             * @description When the stored pages get into the search index. now: at once; later: after the first search, or when the project has many such pages. Until then a search reads their words page by page, with the same results. off: never, and they cannot be searched; this saves most
             * @default later
             * @example later
             * @enum {string}
             */
            search?: "now" | "later" | "off";
            /**
             * @description Further attempts after a failure that may be temporary. Each attempt costs a fetch
             * @default 2
             * @example 2
             */
            retries?: number;
            /**
             * @description Number of consecutive failures after which the session gives up a host. One that has brought pages rests first, 15 minutes in all
             * @default 10
             * @example 10
             */
            hostFailureLimit?: number;
            /**
             * @description Number of consecutive fetches without a page (refused, challenge, login, soft 404, same list) after which the links of a host wait. 0: never
             * @default 4
             * @example 4
             */
            hostBarrenLimit?: number;
            /**
             * @description Adjust the judgement of a page by the earlier pages of its host, which are evidence if the pages of a host are alike. Not in monitoring sessions, and not with models of kind http
             * @default true
             * @example true
             */
            hostEvidence?: boolean;
            /**
             * @description The user agent that servers see. Default: that of the service
             * @example GleanerBot/0.2.0 (+https://crawler.example/bot)
             */
            userAgent?: string;
            /**
             * @description The Accept-Language that servers and scripts see. Default: none
             * @example de-CH, de;q=0.9, en;q=0.5
             */
            acceptLanguage?: string;
            /**
             * @description How long cookies are kept. visit: for one fetch with its redirects and scripts; session: for all fetches of a site; off: not at all
             * @default visit
             * @example visit
             * @enum {string}
             */
            cookies?: "visit" | "session" | "off";
            /**
             * @description Maximum time of one fetch including redirects, in ms
             * @default 20000
             * @example 20000
             */
            timeoutMs?: number;
            /**
             * @description Maximum size of a decoded body in bytes. The rest is cut off
             * @default 5000000
             * @example 5000000
             */
            maxBytes?: number;
            /**
             * @description Maximum number of redirects of one fetch
             * @default 10
             * @example 10
             */
            maxRedirects?: number;
            /**
             * @description Maximum number of links taken from one page, in document order
             * @default 2000
             * @example 2000
             */
            maxLinksPerPage?: number;
            /** @description Rule that ends the session when its harvest rate is significantly below a floor */
            saturation?: components["schemas"]["SaturationInput"];
            /** @description Makes it a monitoring session: pages are visited again and again, and what is new or changed is relevant. Needs trackChanges */
            monitoring?: components["schemas"]["MonitoringInput"];
            /**
             * Format: uuid
             * @description A session template, whose policy and settings the session has where this input gives none. Limits of `budget` are replaced one by one, other fields as a whole; with another policy, `policyConfig` of the template does not count
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            templateId?: string;
            /**
             * @description Name for people; empty: none
             * @example cheese
             */
            name?: string;
            /**
             * @description Note for people; empty: none
             * @example text
             */
            note?: string;
            /**
             * Format: uuid
             * @description The model that judges pages. Default: the newest model of the topic; if there is none, one is made
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            modelId?: string;
            /**
             * @description Version of the keywords. Default: the current one
             * @example 5
             */
            keywordSetVersion?: number;
            /**
             * @description URLs to start from. Default: those of the topic
             * @example [
             *       "text"
             *     ]
             */
            seeds?: string[];
            /**
             * @description Seed of the random generator. Default: a random number
             * @example 5
             */
            randomSeed?: number;
            /**
             * Format: uuid
             * @description A session that has ended. Warm start: this session starts with a copy of its learned state, without its candidates and pages. The policy and the settings that shape the learned state are the same; the topic may differ. Policies that learn nothing refuse it
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            startFrom?: string;
            /** @description Headers, cookies and proxies for the fetches of this session alone. They are secrets: no answer, log, export or archive has them */
            access?: components["schemas"]["AccessInput"];
        };
        HarvestEstimateDto: {
            /**
             * @description Number of latest pages that count: the window of the saturation rule, 100 without one
             * @example 5
             */
            window: number;
            /**
             * @description Pages so far in the window
             * @example 5
             */
            pages: number;
            /**
             * @description Relevant ones among them
             * @example 5
             */
            relevant: number;
            /**
             * @description Relevant pages divided by pages
             * @example 0.5
             */
            rate: number;
            /**
             * @description The rate is above this with the given confidence
             * @example 0.5
             */
            lower: number;
            /**
             * @description The rate is below this with the given confidence
             * @example 0.5
             */
            upper: number;
            /**
             * @description Confidence of each of the two bounds
             * @example 0.5
             */
            confidence: number;
            /**
             * @description The floor of the saturation rule. Null without one
             * @example 0.5
             */
            minHarvestRate: number | null;
            /**
             * @description Pages in a row at which the upper bound was below the floor. When there are as many as the window, the session ends as saturated. Null without a rule
             * @example 5
             */
            poorPages: number | null;
        };
        BudgetDto: {
            /**
             * @description Maximum number of fetches, failed ones included. A step that sends no request costs nothing
             * @example 50
             */
            fetches?: number;
            /**
             * @description Maximum running time in minutes. Waiting and pauses do not count
             * @example 0.5
             */
            minutes?: number;
            /**
             * @description The session ends when it has found this number of relevant pages. Fetches in flight at that moment count too, so it may find some more
             * @example 5
             */
            relevantPages?: number;
            /**
             * @description The session ends when this number of domains have a relevant page. Fetches in flight at that moment count too
             * @example 5
             */
            domains?: number;
        };
        DomainCapDto: {
            /**
             * @example unlimited
             * @enum {string}
             */
            kind: "unlimited" | "fixed" | "adaptive";
            /**
             * @description Pages per domain, if MAX is fixed
             * @example 5
             */
            max?: number;
            /**
             * @description First value of an adaptive MAX
             * @example 5
             */
            start?: number;
            /**
             * @description Last value of an adaptive MAX
             * @example 5
             */
            min?: number;
        };
        ObjectiveDto: {
            /**
             * @description Additional weight of the first relevant page of a domain, relative to 1 for any other relevant page. 0: only pages count. This or domainsAtLeast
             * @example 0.5
             */
            domainWeight?: number;
            /**
             * @description Number of relevant domains to reach first: until then, pages of domains without a relevant page come first, afterwards only pages count. This or domainWeight
             * @example 5
             */
            domainsAtLeast?: number;
        };
        ScopeDto: {
            /**
             * @description Only these hosts and their subdomains
             * @example [
             *       "text"
             *     ]
             */
            allowHosts?: string[];
            /**
             * @description Not these hosts or their subdomains
             * @example [
             *       "text"
             *     ]
             */
            denyHosts?: string[];
            /**
             * @description Only URLs that match one of these globs; `*` matches anything
             * @example [
             *       "text"
             *     ]
             */
            allowPatterns?: string[];
            /**
             * @description No URLs that match one of these globs
             * @example [
             *       "text"
             *     ]
             */
            denyPatterns?: string[];
            /**
             * @description Maximum number of links from a seed. 0 fetches only the seeds
             * @example 5
             */
            maxDepth?: number;
        };
        WaitDto: {
            /**
             * @example dom
             * @enum {string}
             */
            until: "dom" | "idle" | "selector" | "time";
            /**
             * @description With until: selector, the CSS selector of the element to wait for
             * @example #more
             */
            selector?: string;
            /**
             * @description With until: time, the time after the load of the page, in ms
             * @example 5
             */
            ms?: number;
        };
        LoadMoreDto: {
            /**
             * @description CSS selector of the button
             * @example #more
             */
            selector: string;
            /**
             * @description Maximum number of clicks
             * @example 5
             */
            clicks: number;
        };
        RenderingDto: {
            /** @description When Chromium reads the page: as soon as its DOM is ready, it waits for nothing more that could bring text or links (idle), or an element is present, or a fixed time after its load */
            wait: components["schemas"]["WaitDto"];
            /**
             * @description Number of screens to scroll down, for pages that load more when they are scrolled. Chromium waits after each
             * @example 5
             */
            scroll: number;
            /** @description A "load more" button to click */
            loadMore?: components["schemas"]["LoadMoreDto"];
            /**
             * @description Do not load anything from known trackers and advertisers
             * @example true
             */
            blockTrackers: boolean;
            /**
             * @description Keep a thumbnail of each relevant page that was rendered
             * @example true
             */
            screenshots: boolean;
        };
        DuplicatesDto: {
            /**
             * @description A page with the same text as an earlier page is a duplicate of it
             * @example true
             */
            exact: boolean;
            /**
             * @description How many of the 64 bits of the simhash may differ in a near-duplicate. 0 does not look for near-duplicates
             * @example 5
             */
            nearDistance: number;
            /**
             * @description Duplicates can be relevant and bring reward, like any other page
             * @example true
             */
            reward: boolean;
        };
        TrapsDto: {
            /**
             * @description Leave out links that look like crawler traps: calendars, endless paths, repeated segments, faceted search
             * @example true
             */
            detect: boolean;
            /**
             * @description Maximum number of URLs of one host with the same pattern: the same path without its numbers and ids, and the same names of query parameters
             * @example 5
             */
            maxPerPattern: number;
        };
        SaturationDto: {
            /**
             * @description Number of the last fetched pages over which the harvest rate is taken. The session fetches at least twice as many before the rule can end it
             * @example 5
             */
            window: number;
            /**
             * @description The floor. The session ends as saturated when the upper confidence bound of the harvest rate has been below it for a whole window of pages
             * @example 0.5
             */
            minHarvestRate: number;
            /**
             * @description Confidence of the upper bound (Clopper and Pearson). Sessions made before there was this setting have none: they end as soon as the rate itself is below the floor
             * @example 0.5
             */
            confidence?: number;
        };
        MonitoringDto: {
            /**
             * @description Minutes of running time after a visit until the page may be fetched again. This or revisitAfterSteps
             * @example 0.5
             */
            revisitAfterMinutes?: number;
            /**
             * @description Completed steps after a visit until the page may be fetched again. Earlier when nothing else is left to fetch. This or revisitAfterMinutes
             * @example 5
             */
            revisitAfterSteps?: number;
            /**
             * @description Pages that are older by Last-Modified, in hours, bring no reward. Without Last-Modified a page is young
             * @example 0.5
             */
            freshHours: number;
        };
        SessionConfigDto: {
            /** @description Limits of the session. It ends when the first of them is reached. At least one is required, unless `saturation` says when it ends */
            budget: components["schemas"]["BudgetDto"];
            /** @description MAX, the pages that may be fetched per domain: "unlimited", a number, or "5->2" for adaptive MAX */
            domainCap: components["schemas"]["DomainCapDto"];
            /**
             * @description Unit that counts as one domain
             * @example registrable-domain
             * @enum {string}
             */
            grouping: "registrable-domain" | "host" | "path-prefix";
            /** @description Weight of relevant domains relative to relevant pages. Only for policies that use an objective. Default: the policy's own; prospector's is a domainWeight of 0.25 */
            objective?: components["schemas"]["ObjectiveDto"];
            /** @description Rules for URLs that may be fetched */
            scope: components["schemas"]["ScopeDto"];
            /**
             * @description Maximum number of concurrent fetches. With 1, the order is reproducible on a recorded web
             * @example 5
             */
            concurrency: number;
            /**
             * @description Maximum number of concurrent fetches from one host
             * @example 5
             */
            hostConcurrency: number;
            /**
             * @description Minimum time between the starts of two fetches from one host, in ms. A longer Crawl-delay takes precedence
             * @example 5
             */
            hostDelayMs: number;
            /**
             * @description How ready the session is to fetch lesser links while the hosts of better ones are busy. 0: it waits for the best link; 1: it fills every free slot. At 0.3 a link is fetched if it has at least 70% of the value of the best. Waiting saves fetches and takes time
             * @example 0.5
             */
            eagerness: number;
            /**
             * @description Obey robots.txt
             * @example true
             */
            robots: boolean;
            /**
             * @description Follow links marked rel=nofollow
             * @example true
             */
            followNofollow: boolean;
            /**
             * @description Obey noindex in meta robots and X-Robots-Tag: the text of such a page is not kept, and the page counts as not relevant
             * @example true
             */
            obeyNoindex: boolean;
            /**
             * @description Rule for loading pages in Chromium. always: every page; auto: pages that need it
             * @example never
             * @enum {string}
             */
            render: "never" | "auto" | "always";
            /** @description How Chromium renders pages */
            rendering: components["schemas"]["RenderingDto"];
            /**
             * @description Content types that count as a page
             * @example [
             *       "html"
             *     ]
             */
            contentTypes: ("html" | "text" | "pdf")[];
            /**
             * @description Languages of relevant pages, ISO 639-1. A page in an unknown language may be relevant too. Default: any
             * @example [
             *       "en"
             *     ]
             */
            languages?: string[];
            /** @description How pages with the text of earlier ones are treated */
            duplicates: components["schemas"]["DuplicatesDto"];
            /** @description How crawler traps are treated */
            traps: components["schemas"]["TrapsDto"];
            /**
             * @description Also take links from the sitemaps and feeds of the visited hosts
             * @example true
             */
            sitemaps: boolean;
            /**
             * @description Keep a history of each page over the topic's sessions, and ask servers only for pages that changed
             * @example true
             */
            trackChanges: boolean;
            /**
             * @description How the session treats pages in the topic's collection. refresh: it fetches them again; skip: it skips them, except seeds; reuse: it uses the stored pages and follows their links. skip and reuse cost no fetch, and are counted separately. Both skip URLs at which an earlier session of the topic found no page, or content of a type that this session does not take either
             * @example refresh
             * @enum {string}
             */
            known: "refresh" | "skip" | "reuse";
            /**
             * @description URLs last fetched more than this number of days ago are fetched again nevertheless
             * @example 5
             */
            knownDays: number;
            /**
             * @description Keep everything that is fetched as WARC files
             * @example true
             */
            archive: boolean;
            /**
             * @description When the stored pages get into the search index. now: at once; later: after the first search, or when the project has many such pages. Until then a search reads their words page by page, with the same results. off: never, and they cannot be searched; this saves most
             * @example now
             * @enum {string}
             */
            search: "now" | "later" | "off";
            /**
             * @description Further attempts after a failure that may be temporary. Each attempt costs a fetch
             * @example 5
             */
            retries: number;
            /**
             * @description Number of consecutive failures after which the session gives up a host. One that has brought pages rests first, 15 minutes in all
             * @example 5
             */
            hostFailureLimit: number;
            /**
             * @description Number of consecutive fetches without a page (refused, challenge, login, soft 404, same list) after which the links of a host wait. 0: never
             * @example 5
             */
            hostBarrenLimit: number;
            /**
             * @description Adjust the judgement of a page by the earlier pages of its host, which are evidence if the pages of a host are alike. Not in monitoring sessions, and not with models of kind http
             * @example true
             */
            hostEvidence: boolean;
            /**
             * @description The user agent that servers see. Default: that of the service
             * @example text
             */
            userAgent: string;
            /**
             * @description The Accept-Language that servers and scripts see. Default: none
             * @example text
             */
            acceptLanguage?: string;
            /**
             * @description How long cookies are kept. visit: for one fetch with its redirects and scripts; session: for all fetches of a site; off: not at all
             * @example visit
             * @enum {string}
             */
            cookies: "visit" | "session" | "off";
            /**
             * @description Maximum time of one fetch including redirects, in ms
             * @example 5
             */
            timeoutMs: number;
            /**
             * @description Maximum size of a decoded body in bytes. The rest is cut off
             * @example 5
             */
            maxBytes: number;
            /**
             * @description Maximum number of redirects of one fetch
             * @example 5
             */
            maxRedirects: number;
            /**
             * @description Maximum number of links taken from one page, in document order
             * @example 5
             */
            maxLinksPerPage: number;
            /** @description Rule that ends the session when its harvest rate is significantly below a floor */
            saturation?: components["schemas"]["SaturationDto"];
            /** @description Makes it a monitoring session: pages are visited again and again, and what is new or changed is relevant. Needs trackChanges */
            monitoring?: components["schemas"]["MonitoringDto"];
        };
        ObjectiveProgressDto: {
            /**
             * @description Domains with a relevant page
             * @example 5
             */
            relevantDomains: number;
            /**
             * @description How many of them the objective asks for
             * @example 5
             */
            domainsAtLeast: number | null;
            /**
             * @description Whether there are so many. Null when no number is asked for
             * @example true
             */
            reached: boolean | null;
        };
        SessionDto: {
            /**
             * @example queued
             * @enum {string}
             */
            state: "queued" | "starting" | "running" | "paused" | "completed" | "stopped" | "failed";
            /**
             * @description Why the session ended. quota: why it was paused by the service
             * @example budget
             * @enum {string|null}
             */
            stateReason: "budget" | "frontier-empty" | "policy-waits" | "time" | "saturated" | "stopped" | "seeds-unreachable" | "rate-limited" | "proxy-refused" | "model-failed" | "error" | "quota" | null;
            /**
             * @description The quota of the project that paused the session, or for which it waits in the queue. It goes on by itself when there is room
             * @example stored-pages
             * @enum {string|null}
             */
            quotaReached: "stored-pages" | "fetches-per-day" | "renders-per-day" | "sessions-running" | null;
            /**
             * @description A command that was given and is not carried out yet
             * @example pause
             * @enum {string|null}
             */
            command: "pause" | "stop" | null;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            modelId: string;
            /**
             * Format: uuid
             * @description The model under which the session will continue. Its worker first judges all pages again
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            pendingModelId: string | null;
            /**
             * @description URLs discovered
             * @example 5
             */
            found: number;
            /**
             * @description Pages
             * @example 5
             */
            fetched: number;
            /**
             * @description Relevant pages
             * @example 5
             */
            relevant: number;
            /**
             * @description Domains with a page
             * @example 5
             */
            domainCount: number;
            /**
             * @description Domains with a relevant page
             * @example 5
             */
            relevantDomainCount: number;
            /**
             * @description Fetches that brought no page. fetched + failed is the spent budget
             * @example 5
             */
            failed: number;
            /**
             * @description URLs that robots.txt denied. They cost nothing
             * @example 5
             */
            robotsDenied: number;
            /**
             * @description Pages taken from the collection of the topic without a fetch, if known is reuse. They cost nothing
             * @example 5
             */
            reused: number;
            /**
             * @description Pages of the collection of the topic that were passed over, if known is skip. They cost nothing
             * @example 5
             */
            skipped: number;
            /**
             * @description Relevant pages divided by pages
             * @example 0.5
             */
            harvestRate: number | null;
            /** @description The present harvest rate with what chance leaves open. Null before the first page */
            harvestEstimate: components["schemas"]["HarvestEstimateDto"] | null;
            /**
             * @description Number of candidates that wait
             * @example 5
             */
            frontierSize: number;
            /**
             * @description Fetches under way when a step was stored last, those included that wait for the turn of their host. Fewer than `concurrency`: free slots have no link to fetch, or wait for a better one (`eagerness`). 0 while the session does not run
             * @example 5
             */
            underWay: number;
            /** @example 0.5 */
            pagesPerSecond: number;
            /**
             * @description Time spent running, seconds
             * @example 0.5
             */
            activeSeconds: number;
            /**
             * Format: date-time
             * @description When the session will probably end, by the present speed and harvest rate and the limit that is reached first. Null if nothing can be said: it does not run, has no speed yet, or a command is about to end it
             * @example 2026-11-01T12:00:00.000Z
             */
            estimatedEndAt: string | null;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            id: string;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string;
            /**
             * @description Name that people gave it
             * @example cheese
             */
            name: string | null;
            /**
             * @description Note of people on it; empty if there is none
             * @example text
             */
            note: string;
            /**
             * @description Starter of the session
             * @example user
             * @enum {string}
             */
            startedBy: "user" | "schedule" | "monitor";
            /**
             * Format: uuid
             * @description The schedule or monitor that started it, which may have been deleted since. Null for a user
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            startedById: string | null;
            /** @example 5 */
            keywordSetVersion: number;
            /** @example tres */
            policy: string;
            /** @example 5 */
            policyVersion: number;
            /**
             * @description Including defaults
             * @example {}
             */
            policyConfig: {
                [key: string]: unknown;
            };
            /** @description Includes the defaults of omitted settings */
            config: components["schemas"]["SessionConfigDto"];
            /**
             * @description Seed of the random generator
             * @example 5
             */
            randomSeed: number;
            /**
             * Format: uuid
             * @description The session with whose learned state it started
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            startFrom: string | null;
            /**
             * @description URLs from which the crawl starts
             * @example [
             *       "text"
             *     ]
             */
            seeds: string[];
            /**
             * @description Cause of the failure, if failed
             * @example the model was deleted
             */
            error: string | null;
            /**
             * @description Why a queued session does not start yet. model: its model is still being made. quota: a quota of its project is used up. archive-full, database-full: the disk of the archives, or the database, is full or cannot be written
             * @example model
             * @enum {string|null}
             */
            waitingFor: "model" | "quota" | "archive-full" | "database-full" | null;
            /**
             * @example [
             *       "pause"
             *     ]
             */
            availableActions: ("pause" | "resume" | "stop" | "extend" | "switchModel" | "delete")[];
            /** @description Null for a session without an objective */
            objectiveProgress: components["schemas"]["ObjectiveProgressDto"] | null;
            /**
             * @description Harvest rate of the last 100 pages
             * @example 0.5
             */
            harvestRateRecent: number | null;
            /**
             * @description Numbers that the policy reports, such as leaves, epsilon, replay size
             * @example {
             *       "leaves": 7
             *     }
             */
            policyStats: {
                [key: string]: number;
            };
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            startedAt: string | null;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            finishedAt: string | null;
        };
        SessionPage: {
            /** @example [] */
            items: components["schemas"]["SessionDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        UpdateSessionInput: {
            /**
             * @description Name for people; empty: none
             * @example cheese
             */
            name?: string;
            /**
             * @description Note for people; empty: none
             * @example text
             */
            note?: string;
        };
        SwitchModelInput: {
            /**
             * Format: uuid
             * @description A ready model of the session's topic
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            modelId: string;
        };
        SessionEventDetailsDto: {
            /**
             * @description The state before a change
             * @example queued
             * @enum {string}
             */
            from?: "queued" | "starting" | "running" | "paused" | "completed" | "stopped" | "failed";
            /**
             * @description The state after it, or of the session when a command was given
             * @example queued
             * @enum {string}
             */
            to?: "queued" | "starting" | "running" | "paused" | "completed" | "stopped" | "failed";
            /**
             * @description Author of the change of state. service: because of a quota, or because there is room again
             * @example user
             * @enum {string}
             */
            by?: "user" | "worker" | "job" | "schedule" | "service";
            /**
             * @description Of changes by users: the id of the API key, operator with a fingerprint of a key of the service, or local for a call without a key
             * @example text
             */
            caller?: string;
            /**
             * @description Of changes by users: the API through which it was asked for
             * @example rest
             * @enum {string}
             */
            api?: "rest" | "graphql";
            /**
             * @description The worker that changed the state
             * @example text
             */
            worker?: string;
            /**
             * @description The worker from which the session was taken over
             * @example text
             */
            previousWorker?: string;
            /**
             * @description How often the session has been claimed or moved, this takeover included
             * @example 5
             */
            epoch?: number;
            /**
             * @description Whether the worker from which the session was taken over died. Otherwise it was too slow
             * @example true
             */
            workerDied?: boolean;
            /**
             * @description Steps that were in flight at the last commit before a takeover. They are fetched again
             * @example 5
             */
            inFlight?: number;
            /**
             * @description Why the session ended or was paused; why it was given back (shutdown, model-switch, database-away, archive-full, database-full; model-remade: its model is trained again, because this version cannot read the stored one); why a checkpoint could not be used; why the policy learnt from the log instead of choosing the same again
             * @example rare
             */
            reason?: string;
            /**
             * @description The quota that paused the session, or that has room again
             * @example stored-pages
             * @enum {string}
             */
            quota?: "stored-pages" | "fetches-per-day" | "renders-per-day" | "sessions-running";
            /**
             * @description Error that ended the session or the change of its model
             * @example the model was deleted
             */
            error?: string;
            /**
             * Format: uuid
             * @description The model before a change of model
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            fromModelId?: string;
            /**
             * Format: uuid
             * @description The model after it
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            toModelId?: string;
            /**
             * @description Pages judged again by the new model
             * @example 5
             */
            pages?: number;
            /**
             * @description Pages that it judges differently
             * @example 5
             */
            changed?: number;
            /**
             * @description Pages that became relevant
             * @example 5
             */
            becameRelevant?: number;
            /**
             * @description Pages that are no longer relevant
             * @example 5
             */
            becameIrrelevant?: number;
            /**
             * @description Relevant pages of the session before the change of model
             * @example 5
             */
            relevantBefore?: number;
            /**
             * @description Relevant pages after it
             * @example 5
             */
            relevantAfter?: number;
            /**
             * @description Sum of the rewards before the change of model
             * @example 0.5
             */
            rewardBefore?: number;
            /**
             * @description Sum of the rewards after it
             * @example 0.5
             */
            rewardAfter?: number;
            /**
             * Format: uuid
             * @description The model whose classifier did not answer, or answers again
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            modelId?: string;
            /**
             * @description The answer of the classifier
             * @example no such host
             */
            message?: string;
            /**
             * @description Version of the policy that chose the steps so far
             * @example 5
             */
            fromVersion?: number;
            /**
             * @description Version of the policy that has learnt from them
             * @example 5
             */
            toVersion?: number;
            /**
             * @description Steps completed when the checkpoint was taken that could not be used
             * @example 5
             */
            checkpoint?: number;
            /**
             * @description Why there was no room. space: less was free than is kept in reserve; fault: a write failed, and so did a trial
             * @example text
             */
            lack?: string;
            /**
             * @description Free space on the disk, bytes
             * @example 0.5
             */
            freeBytes?: number;
            /**
             * @description Reserve of free space on the disk, bytes
             * @example 0.5
             */
            reserveBytes?: number;
            /**
             * Format: date-time
             * @description When the database became unreachable
             * @example 2026-11-01T12:00:00.000Z
             */
            since?: string;
            /**
             * @description How long the session waited for the database; how long it was without a worker before a takeover
             * @example 0.5
             */
            seconds?: number;
            /**
             * @description Pages in the window of the saturation rule
             * @example 5
             */
            window?: number;
            /**
             * @description Relevant pages among them
             * @example 5
             */
            relevant?: number;
            /**
             * @description Harvest rate of the window
             * @example 0.5
             */
            harvestRate?: number;
            /**
             * @description Its upper confidence bound
             * @example 0.5
             */
            upper?: number;
            /**
             * @description Confidence of this bound
             * @example 0.5
             */
            confidence?: number;
            /**
             * @description The floor, below which the bound was for a whole window of pages
             * @example 0.5
             */
            minHarvestRate?: number;
            /**
             * @description The host that was given up, refused by robots.txt, retried, held or freed. Absent: all hosts after the first 50
             * @example text
             */
            host?: string;
            /**
             * @description How often: URLs that robots.txt refused, further attempts, or how often a host was given up, held or freed. Grows; the event gets a new number when it has grown tenfold
             * @example 5
             */
            count?: number;
            /**
             * @description Further attempts that brought the page
             * @example 5
             */
            recovered?: number;
            /**
             * @description Failures in a row for which the host was given up
             * @example 5
             */
            failures?: number;
            /**
             * @description Fetches in a row that had brought nothing when the host was held or freed
             * @example 5
             */
            inRow?: number;
            /**
             * @description How the last of the fetches concerned ended
             * @example page
             * @enum {string}
             */
            outcome?: "page" | "reused" | "known" | "dns" | "connect" | "tls" | "timeout" | "reset" | "truncated" | "http-error" | "forbidden" | "throttled" | "challenge" | "too-large" | "redirect-limit" | "not-html" | "no-text" | "decode" | "robots-denied" | "robots-unreachable" | "blocked-address" | "invalid-url" | "proxy" | "render-failed" | "render-killed" | "fetcher-died" | "deferred" | "overloaded" | "not-archived" | "aborted" | "duplicate" | "out-of-scope" | "domain-cap" | "login" | "soft-404" | "same-list" | "sitemap" | "sitemap-failed" | "search" | "search-failed";
            /**
             * @description Its HTTP status, if there was an answer
             * @example 5
             */
            httpStatus?: number;
            /**
             * @description The error of the database
             * @example unreachable
             * @enum {string}
             */
            trouble?: "unreachable" | "full" | "contended" | "overrun";
            /**
             * @description SQLSTATE, or the code of the driver
             * @example text
             */
            code?: string;
        };
        SessionEventDto: {
            /**
             * @description Increases with each event, with gaps
             * @example 5
             */
            no: number;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            at: string;
            /**
             * @description released: given back by a worker. taken over: taken from a worker whose lease ran out. host held: it brings nothing, so that its candidates wait. host freed: it brought a page after that. host given up, robots refused, retried, host held, host freed: one event for each host, which counts
             * @example started
             * @enum {string}
             */
            kind: "queued" | "started" | "running" | "pause-requested" | "paused" | "resumed" | "stop-requested" | "stopped" | "extended" | "released" | "taken-over" | "completed" | "failed" | "model-switch-requested" | "model-switch-cancelled" | "model-switched" | "model-switch-failed" | "classifier-down" | "classifier-up" | "checkpoint-dropped" | "policy-relearnt" | "database-outage" | "archive-full" | "database-full" | "saturated" | "host-given-up" | "robots-refused" | "retried" | "host-held" | "host-freed";
            /**
             * @description Number of steps completed at that time
             * @example 5
             */
            completed: number;
            details: components["schemas"]["SessionEventDetailsDto"];
        };
        SessionEventPage: {
            /** @example [] */
            items: components["schemas"]["SessionEventDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        SeedOutcomeDto: {
            /**
             * @description Place among the seeds, from 0
             * @example 0
             */
            position: number;
            /** @example http://localhost:8000/ */
            url: string;
            /**
             * @description Whether it brought a page
             * @example false
             */
            reached: boolean;
            /**
             * @description `page`, how its last attempt failed, or `out-of-scope`; null while it waits
             * @example blocked-address
             * @enum {string|null}
             */
            outcome: "page" | "reused" | "known" | "dns" | "connect" | "tls" | "timeout" | "reset" | "truncated" | "http-error" | "forbidden" | "throttled" | "challenge" | "too-large" | "redirect-limit" | "not-html" | "no-text" | "decode" | "robots-denied" | "robots-unreachable" | "blocked-address" | "invalid-url" | "proxy" | "render-failed" | "render-killed" | "fetcher-died" | "deferred" | "overloaded" | "not-archived" | "aborted" | "duplicate" | "out-of-scope" | "domain-cap" | "login" | "soft-404" | "same-list" | "sitemap" | "sitemap-failed" | "search" | "search-failed" | null;
            /**
             * @description More about a failure
             * @example localhost is a private name
             */
            message: string | null;
            /** @example null */
            httpStatus: number | null;
            /**
             * @description Step of its last attempt
             * @example 0
             */
            step: number | null;
            /**
             * @description The settings that would allow it, if a rule of the service or the session refused it
             * @example CRAWL_ALLOW_PRIVATE_NETWORKS=true
             */
            allowedBy: string | null;
        };
        SeedOutcomePage: {
            /** @example [] */
            items: components["schemas"]["SeedOutcomeDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        ExtendSessionInput: {
            /**
             * Format: uuid
             * @description A ready model of the topic under which the session continues. It judges again what was found. Default: the present model of the session
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            modelId?: string;
            /**
             * @description More pages
             * @example 5
             */
            fetches?: number;
            /**
             * @description More minutes
             * @example 0.5
             */
            minutes?: number;
            /**
             * @description More relevant pages
             * @example 5
             */
            relevantPages?: number;
            /**
             * @description More domains with a relevant page
             * @example 5
             */
            domains?: number;
        };
        SessionSettingsInput: {
            /**
             * @description Name of a policy from the list of policies
             * @default prospector
             * @example prospector
             */
            policy?: string;
            /**
             * @description Settings by the schema of the policy
             * @example {}
             */
            policyConfig?: {
                [key: string]: unknown;
            };
            /** @description Limits of the session. It ends when the first of them is reached. At least one is required, unless `saturation` says when it ends */
            budget?: components["schemas"]["BudgetInput"];
            /**
             * @description MAX, the pages that may be fetched per domain: "unlimited", a number, or "5->2" for adaptive MAX
             * @default unlimited
             * @example unlimited
             */
            domainCap?: "unlimited" | number | string;
            /**
             * @description Unit that counts as one domain
             * @default registrable-domain
             * @example registrable-domain
             * @enum {string}
             */
            grouping?: "registrable-domain" | "host" | "path-prefix";
            /** @description Weight of relevant domains relative to relevant pages. Only for policies that use an objective. Default: the policy's own; prospector's is a domainWeight of 0.25 */
            objective?: components["schemas"]["ObjectiveInput"];
            /** @description Rules for URLs that may be fetched */
            scope?: components["schemas"]["ScopeInput"];
            /**
             * @description Maximum number of concurrent fetches. With 1, the order is reproducible on a recorded web
             * @default 8
             * @example 8
             */
            concurrency?: number;
            /**
             * @description Maximum number of concurrent fetches from one host
             * @default 1
             * @example 1
             */
            hostConcurrency?: number;
            /**
             * @description Minimum time between the starts of two fetches from one host, in ms. A longer Crawl-delay takes precedence
             * @default 1000
             * @example 1000
             */
            hostDelayMs?: number;
            /**
             * @description How ready the session is to fetch lesser links while the hosts of better ones are busy. 0: it waits for the best link; 1: it fills every free slot. At 0.3 a link is fetched if it has at least 70% of the value of the best. Waiting saves fetches and takes time
             * @default 0.2
             * @example 0.2
             */
            eagerness?: number;
            /**
             * @description Obey robots.txt
             * @default true
             * @example true
             */
            robots?: boolean;
            /**
             * @description Follow links marked rel=nofollow
             * @default false
             * @example false
             */
            followNofollow?: boolean;
            /**
             * @description Obey noindex in meta robots and X-Robots-Tag: the text of such a page is not kept, and the page counts as not relevant
             * @default true
             * @example true
             */
            obeyNoindex?: boolean;
            /**
             * @description Rule for loading pages in Chromium. always: every page; auto: pages that need it
             * @default never
             * @example never
             * @enum {string}
             */
            render?: "never" | "auto" | "always";
            /** @description How Chromium renders pages */
            rendering?: components["schemas"]["RenderingInput"];
            /**
             * @description Content types that count as a page
             * @default [
             *       "html",
             *       "text"
             *     ]
             * @example [
             *       "html",
             *       "text"
             *     ]
             */
            contentTypes?: ("html" | "text" | "pdf")[];
            /**
             * @description Languages of relevant pages, ISO 639-1. A page in an unknown language may be relevant too. Default: any
             * @example [
             *       "en"
             *     ]
             */
            languages?: string[];
            /** @description How pages with the text of earlier ones are treated */
            duplicates?: components["schemas"]["DuplicatesInput"];
            /** @description How crawler traps are treated */
            traps?: components["schemas"]["TrapsInput"];
            /**
             * @description Also take links from the sitemaps and feeds of the visited hosts
             * @default false
             * @example false
             */
            sitemaps?: boolean;
            /**
             * @description Keep a history of each page over the topic's sessions, and ask servers only for pages that changed
             * @default false
             * @example false
             */
            trackChanges?: boolean;
            /**
             * @description How the session treats pages in the topic's collection. refresh: it fetches them again; skip: it skips them, except seeds; reuse: it uses the stored pages and follows their links. skip and reuse cost no fetch, and are counted separately. Both skip URLs at which an earlier session of the topic found no page, or content of a type that this session does not take either
             * @default refresh
             * @example refresh
             * @enum {string}
             */
            known?: "refresh" | "skip" | "reuse";
            /**
             * @description URLs last fetched more than this number of days ago are fetched again nevertheless
             * @default 30
             * @example 30
             */
            knownDays?: number;
            /**
             * @description Keep everything that is fetched as WARC files
             * @default false
             * @example false
             */
            archive?: boolean;
            /**
             * @description When the stored pages get into the search index. now: at once; later: after the first search, or when the project has many such pages. Until then a search reads their words page by page, with the same results. off: never, and they cannot be searched; this saves most
             * @default later
             * @example later
             * @enum {string}
             */
            search?: "now" | "later" | "off";
            /**
             * @description Further attempts after a failure that may be temporary. Each attempt costs a fetch
             * @default 2
             * @example 2
             */
            retries?: number;
            /**
             * @description Number of consecutive failures after which the session gives up a host. One that has brought pages rests first, 15 minutes in all
             * @default 10
             * @example 10
             */
            hostFailureLimit?: number;
            /**
             * @description Number of consecutive fetches without a page (refused, challenge, login, soft 404, same list) after which the links of a host wait. 0: never
             * @default 4
             * @example 4
             */
            hostBarrenLimit?: number;
            /**
             * @description Adjust the judgement of a page by the earlier pages of its host, which are evidence if the pages of a host are alike. Not in monitoring sessions, and not with models of kind http
             * @default true
             * @example true
             */
            hostEvidence?: boolean;
            /**
             * @description The user agent that servers see. Default: that of the service
             * @example GleanerBot/0.2.0 (+https://crawler.example/bot)
             */
            userAgent?: string;
            /**
             * @description The Accept-Language that servers and scripts see. Default: none
             * @example de-CH, de;q=0.9, en;q=0.5
             */
            acceptLanguage?: string;
            /**
             * @description How long cookies are kept. visit: for one fetch with its redirects and scripts; session: for all fetches of a site; off: not at all
             * @default visit
             * @example visit
             * @enum {string}
             */
            cookies?: "visit" | "session" | "off";
            /**
             * @description Maximum time of one fetch including redirects, in ms
             * @default 20000
             * @example 20000
             */
            timeoutMs?: number;
            /**
             * @description Maximum size of a decoded body in bytes. The rest is cut off
             * @default 5000000
             * @example 5000000
             */
            maxBytes?: number;
            /**
             * @description Maximum number of redirects of one fetch
             * @default 10
             * @example 10
             */
            maxRedirects?: number;
            /**
             * @description Maximum number of links taken from one page, in document order
             * @default 2000
             * @example 2000
             */
            maxLinksPerPage?: number;
            /** @description Rule that ends the session when its harvest rate is significantly below a floor */
            saturation?: components["schemas"]["SaturationInput"];
            /** @description Makes it a monitoring session: pages are visited again and again, and what is new or changed is relevant. Needs trackChanges */
            monitoring?: components["schemas"]["MonitoringInput"];
        };
        CreateSessionTemplateInput: {
            /**
             * @description For people. Unique within the project
             * @example slow and deep
             */
            name: string;
            /** @description Policy and settings of the sessions. Omitted settings have their defaults when a session starts */
            settings: components["schemas"]["SessionSettingsInput"];
        };
        SessionTemplateDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            id: string;
            /**
             * @description For people. Unique within the project
             * @example cheese
             */
            name: string;
            /**
             * @description Policy and settings as POST /v1/topics/:id/sessions takes them, without defaults
             * @example {
             *       "policy": "prospector",
             *       "budget": {
             *         "fetches": 500
             *       },
             *       "domainCap": 20
             *     }
             */
            settings: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            updatedAt: string;
        };
        SessionTemplatePage: {
            /** @example [] */
            items: components["schemas"]["SessionTemplateDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        UpdateSessionTemplateInput: {
            /**
             * @description For people. Unique within the project
             * @example cheese
             */
            name?: string;
            /** @description In place of all settings that there are */
            settings?: components["schemas"]["SessionSettingsInput"];
        };
        SessionProgressDto: {
            /**
             * @example queued
             * @enum {string}
             */
            state: "queued" | "starting" | "running" | "paused" | "completed" | "stopped" | "failed";
            /**
             * @description Why the session ended. quota: why it was paused by the service
             * @example budget
             * @enum {string|null}
             */
            stateReason: "budget" | "frontier-empty" | "policy-waits" | "time" | "saturated" | "stopped" | "seeds-unreachable" | "rate-limited" | "proxy-refused" | "model-failed" | "error" | "quota" | null;
            /**
             * @description The quota of the project that paused the session, or for which it waits in the queue. It goes on by itself when there is room
             * @example stored-pages
             * @enum {string|null}
             */
            quotaReached: "stored-pages" | "fetches-per-day" | "renders-per-day" | "sessions-running" | null;
            /**
             * @description A command that was given and is not carried out yet
             * @example pause
             * @enum {string|null}
             */
            command: "pause" | "stop" | null;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            modelId: string;
            /**
             * Format: uuid
             * @description The model under which the session will continue. Its worker first judges all pages again
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            pendingModelId: string | null;
            /**
             * @description URLs discovered
             * @example 5
             */
            found: number;
            /**
             * @description Pages
             * @example 5
             */
            fetched: number;
            /**
             * @description Relevant pages
             * @example 5
             */
            relevant: number;
            /**
             * @description Domains with a page
             * @example 5
             */
            domainCount: number;
            /**
             * @description Domains with a relevant page
             * @example 5
             */
            relevantDomainCount: number;
            /**
             * @description Fetches that brought no page. fetched + failed is the spent budget
             * @example 5
             */
            failed: number;
            /**
             * @description URLs that robots.txt denied. They cost nothing
             * @example 5
             */
            robotsDenied: number;
            /**
             * @description Pages taken from the collection of the topic without a fetch, if known is reuse. They cost nothing
             * @example 5
             */
            reused: number;
            /**
             * @description Pages of the collection of the topic that were passed over, if known is skip. They cost nothing
             * @example 5
             */
            skipped: number;
            /**
             * @description Relevant pages divided by pages
             * @example 0.5
             */
            harvestRate: number | null;
            /** @description The present harvest rate with what chance leaves open. Null before the first page */
            harvestEstimate: components["schemas"]["HarvestEstimateDto"] | null;
            /**
             * @description Number of candidates that wait
             * @example 5
             */
            frontierSize: number;
            /**
             * @description Fetches under way when a step was stored last, those included that wait for the turn of their host. Fewer than `concurrency`: free slots have no link to fetch, or wait for a better one (`eagerness`). 0 while the session does not run
             * @example 5
             */
            underWay: number;
            /** @example 0.5 */
            pagesPerSecond: number;
            /**
             * @description Time spent running, seconds
             * @example 0.5
             */
            activeSeconds: number;
            /**
             * Format: date-time
             * @description When the session will probably end, by the present speed and harvest rate and the limit that is reached first. Null if nothing can be said: it does not run, has no speed yet, or a command is about to end it
             * @example 2026-11-01T12:00:00.000Z
             */
            estimatedEndAt: string | null;
        };
        RelevantPageDto: {
            /**
             * @description Order of completion, from 0
             * @example 5
             */
            seq: number;
            /**
             * @description Order of choice, from 0: the page's number within its session
             * @example 5
             */
            step: number;
            /**
             * @description The URL after redirects
             * @example https://cheese.example/cheddar
             */
            url: string;
            /**
             * @description Domain, as the session groups URLs
             * @example cheese.example
             */
            domainName: string;
            /** @example Cheddar */
            title: string | null;
            /**
             * @description Probability that the page is relevant
             * @example 0.5
             */
            probability: number;
            /**
             * @description Links from the seed
             * @example 5
             */
            depth: number;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            fetchedAt: string;
            /**
             * @description Whether a thumbnail was kept
             * @example true
             */
            hasScreenshot: boolean;
        };
        LearnedNodeDto: {
            /**
             * @description Its number: 0 is the root, and children have higher numbers than their parents
             * @example 5
             */
            id: number;
            /**
             * @description Number of its parent; null for the root
             * @example 5
             */
            parent: number | null;
            /**
             * @description The rule that separates it from its sibling; null for the root
             * @example anchorProbability <= 0.42
             */
            rule: string | null;
            /**
             * @description Whether it is shown as a leaf
             * @example true
             */
            isLeaf: boolean;
            /**
             * @description The step that divided it; null for a leaf, and if it was divided before this session or this was not noted
             * @example 5
             */
            splitStep: number | null;
            /**
             * @description Candidates in it
             * @example 5
             */
            candidates: number;
            /**
             * @description Followed links that it remembers
             * @example 5
             */
            samples: number;
            /**
             * @description Mean reward of these; null without any
             * @example 0.5
             */
            meanReward: number | null;
            /**
             * @description Q-value of the mean of these links; null without an agent, without such links, and for nodes that are divided
             * @example 0.5
             */
            value: number | null;
            /**
             * @description Leaves below it that are not shown, because the tree is too large
             * @example 5
             */
            hidden: number;
        };
        LearnedTreeDto: {
            /** @example Cheddar */
            title: string;
            /**
             * @description Meaning of the tree
             * @example text
             */
            note: string;
            /**
             * @description Its nodes in the order in which they were made: at most 511, parents before their children
             * @example []
             */
            nodes: components["schemas"]["LearnedNodeDto"][];
            /**
             * @description Number of its nodes in all
             * @example 5
             */
            inAll: number;
        };
        LearnedColumnDto: {
            /** @example Pulls */
            name: string;
            /**
             * @description Meaning of the column
             * @example text
             */
            note: string;
        };
        LearnedRowDto: {
            /** @example cheese */
            name: string;
            /**
             * @description One number for each column; null where there is none
             * @example [
             *       0.5
             *     ]
             */
            values: (number | null)[];
        };
        LearnedTableDto: {
            /** @example Cheddar */
            title: string;
            /**
             * @description Meaning of the table
             * @example text
             */
            note: string;
            /**
             * @description Name for one row
             * @example Tag path
             */
            rowName: string;
            /** @example [] */
            columns: components["schemas"]["LearnedColumnDto"][];
            /**
             * @description At most 100, the most important first
             * @example []
             */
            rows: components["schemas"]["LearnedRowDto"][];
            /**
             * @description Number of rows in all
             * @example 5
             */
            inAll: number;
        };
        LearnedWeightDto: {
            /**
             * @description A feature or a word
             * @example cheese
             */
            name: string;
            /**
             * @description Part of the page or link with the word, for example `anchor`
             * @example text
             */
            group: string | null;
            /** @example 0.5 */
            weight: number | null;
            /**
             * @description Value when the session began; null if unknown
             * @example 0.5
             */
            start: number | null;
        };
        LearnedWeightsDto: {
            /** @example Cheddar */
            title: string;
            /**
             * @description Meaning of the weights
             * @example text
             */
            note: string;
            /**
             * @description At most 100; of words, the most telling ones
             * @example []
             */
            weights: components["schemas"]["LearnedWeightDto"][];
            /**
             * @description Number of weights in all
             * @example 5
             */
            inAll: number;
        };
        ForagerStartDto: {
            /** @example https://cheese.example/cheddar */
            url: string;
            /**
             * @description Value of the paths that started there
             * @example 0.5
             */
            value: number | null;
        };
        ForagerWordDto: {
            /** @example cheese */
            name: string;
            /** @example 0.5 */
            weight: number | null;
        };
        LearnedForagerDto: {
            /** @example 5 */
            id: number;
            /**
             * @example idle
             * @enum {string}
             */
            state: "idle" | "visiting" | "expanding";
            /**
             * @description It grows with each new relevant page: a forager multiplies or dies by it
             * @example 0.5
             */
            score: number | null;
            /**
             * @description Steps of the path that it is on
             * @example 5
             */
            pathSteps: number;
            /**
             * @description URLs that may be its next step
             * @example 5
             */
            frontier: number;
            /**
             * @description Its weblog, or its fixed list: where its paths start, the best first, at most 20
             * @example []
             */
            starts: components["schemas"]["ForagerStartDto"][];
            /**
             * @description Number of these in all
             * @example 5
             */
            startsInAll: number;
            /**
             * @description Weights of words: the ten highest and the ten lowest. Empty until the text classifier is trained
             * @example []
             */
            words: components["schemas"]["ForagerWordDto"][];
        };
        LearnedEventDto: {
            /**
             * @description The step at which it happened; null if that is not known
             * @example 5
             */
            step: number | null;
            /**
             * @description The node of the tree that it is about
             * @example 5
             */
            node: number | null;
            /** @example Cheddar is a hard cheese. */
            text: string;
        };
        LearnedHistoryDto: {
            /**
             * @description The newest 100, in order
             * @example []
             */
            events: components["schemas"]["LearnedEventDto"][];
            /**
             * @description Number of events in all
             * @example 5
             */
            inAll: number;
        };
        LearnedStateDto: {
            /**
             * @description Number of completed steps at this state
             * @example 5
             */
            completed: number;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            takenAt: string;
            /**
             * @description The rule that chooses the next link, in a sentence
             * @example text
             */
            ranksBy: string;
            /** @description Of policies with a Tree-Frontier */
            tree: components["schemas"]["LearnedTreeDto"] | null;
            /** @example [] */
            tables: components["schemas"]["LearnedTableDto"][];
            /** @example [] */
            weights: components["schemas"]["LearnedWeightsDto"][];
            /**
             * @description Of forager policies
             * @example []
             */
            foragers: components["schemas"]["LearnedForagerDto"][];
            /** @description Of policies that note what happens to them */
            history: components["schemas"]["LearnedHistoryDto"] | null;
        };
        ScheduledSessionInput: {
            /**
             * @description Name of a policy from the list of policies
             * @default prospector
             * @example prospector
             */
            policy?: string;
            /**
             * @description Settings by the schema of the policy
             * @example {}
             */
            policyConfig?: {
                [key: string]: unknown;
            };
            /** @description Limits of the session. It ends when the first of them is reached. At least one is required, unless `saturation` says when it ends */
            budget?: components["schemas"]["BudgetInput"];
            /**
             * @description MAX, the pages that may be fetched per domain: "unlimited", a number, or "5->2" for adaptive MAX
             * @default unlimited
             * @example unlimited
             */
            domainCap?: "unlimited" | number | string;
            /**
             * @description Unit that counts as one domain
             * @default registrable-domain
             * @example registrable-domain
             * @enum {string}
             */
            grouping?: "registrable-domain" | "host" | "path-prefix";
            /** @description Weight of relevant domains relative to relevant pages. Only for policies that use an objective. Default: the policy's own; prospector's is a domainWeight of 0.25 */
            objective?: components["schemas"]["ObjectiveInput"];
            /** @description Rules for URLs that may be fetched */
            scope?: components["schemas"]["ScopeInput"];
            /**
             * @description Maximum number of concurrent fetches. With 1, the order is reproducible on a recorded web
             * @default 8
             * @example 8
             */
            concurrency?: number;
            /**
             * @description Maximum number of concurrent fetches from one host
             * @default 1
             * @example 1
             */
            hostConcurrency?: number;
            /**
             * @description Minimum time between the starts of two fetches from one host, in ms. A longer Crawl-delay takes precedence
             * @default 1000
             * @example 1000
             */
            hostDelayMs?: number;
            /**
             * @description How ready the session is to fetch lesser links while the hosts of better ones are busy. 0: it waits for the best link; 1: it fills every free slot. At 0.3 a link is fetched if it has at least 70% of the value of the best. Waiting saves fetches and takes time
             * @default 0.2
             * @example 0.2
             */
            eagerness?: number;
            /**
             * @description Obey robots.txt
             * @default true
             * @example true
             */
            robots?: boolean;
            /**
             * @description Follow links marked rel=nofollow
             * @default false
             * @example false
             */
            followNofollow?: boolean;
            /**
             * @description Obey noindex in meta robots and X-Robots-Tag: the text of such a page is not kept, and the page counts as not relevant
             * @default true
             * @example true
             */
            obeyNoindex?: boolean;
            /**
             * @description Rule for loading pages in Chromium. always: every page; auto: pages that need it
             * @default never
             * @example never
             * @enum {string}
             */
            render?: "never" | "auto" | "always";
            /** @description How Chromium renders pages */
            rendering?: components["schemas"]["RenderingInput"];
            /**
             * @description Content types that count as a page
             * @default [
             *       "html",
             *       "text"
             *     ]
             * @example [
             *       "html",
             *       "text"
             *     ]
             */
            contentTypes?: ("html" | "text" | "pdf")[];
            /**
             * @description Languages of relevant pages, ISO 639-1. A page in an unknown language may be relevant too. Default: any
             * @example [
             *       "en"
             *     ]
             */
            languages?: string[];
            /** @description How pages with the text of earlier ones are treated */
            duplicates?: components["schemas"]["DuplicatesInput"];
            /** @description How crawler traps are treated */
            traps?: components["schemas"]["TrapsInput"];
            /**
             * @description Also take links from the sitemaps and feeds of the visited hosts
             * @default false
             * @example false
             */
            sitemaps?: boolean;
            /**
             * @description Keep a history of each page over the topic's sessions, and ask servers only for pages that changed
             * @default false
             * @example false
             */
            trackChanges?: boolean;
            /**
             * @description How the session treats pages in the topic's collection. refresh: it fetches them again; skip: it skips them, except seeds; reuse: it uses the stored pages and follows their links. skip and reuse cost no fetch, and are counted separately. Both skip URLs at which an earlier session of the topic found no page, or content of a type that this session does not take either
             * @default refresh
             * @example refresh
             * @enum {string}
             */
            known?: "refresh" | "skip" | "reuse";
            /**
             * @description URLs last fetched more than this number of days ago are fetched again nevertheless
             * @default 30
             * @example 30
             */
            knownDays?: number;
            /**
             * @description Keep everything that is fetched as WARC files
             * @default false
             * @example false
             */
            archive?: boolean;
            /**
             * @description When the stored pages get into the search index. now: at once; later: after the first search, or when the project has many such pages. Until then a search reads their words page by page, with the same results. off: never, and they cannot be searched; this saves most
             * @default later
             * @example later
             * @enum {string}
             */
            search?: "now" | "later" | "off";
            /**
             * @description Further attempts after a failure that may be temporary. Each attempt costs a fetch
             * @default 2
             * @example 2
             */
            retries?: number;
            /**
             * @description Number of consecutive failures after which the session gives up a host. One that has brought pages rests first, 15 minutes in all
             * @default 10
             * @example 10
             */
            hostFailureLimit?: number;
            /**
             * @description Number of consecutive fetches without a page (refused, challenge, login, soft 404, same list) after which the links of a host wait. 0: never
             * @default 4
             * @example 4
             */
            hostBarrenLimit?: number;
            /**
             * @description Adjust the judgement of a page by the earlier pages of its host, which are evidence if the pages of a host are alike. Not in monitoring sessions, and not with models of kind http
             * @default true
             * @example true
             */
            hostEvidence?: boolean;
            /**
             * @description The user agent that servers see. Default: that of the service
             * @example GleanerBot/0.2.0 (+https://crawler.example/bot)
             */
            userAgent?: string;
            /**
             * @description The Accept-Language that servers and scripts see. Default: none
             * @example de-CH, de;q=0.9, en;q=0.5
             */
            acceptLanguage?: string;
            /**
             * @description How long cookies are kept. visit: for one fetch with its redirects and scripts; session: for all fetches of a site; off: not at all
             * @default visit
             * @example visit
             * @enum {string}
             */
            cookies?: "visit" | "session" | "off";
            /**
             * @description Maximum time of one fetch including redirects, in ms
             * @default 20000
             * @example 20000
             */
            timeoutMs?: number;
            /**
             * @description Maximum size of a decoded body in bytes. The rest is cut off
             * @default 5000000
             * @example 5000000
             */
            maxBytes?: number;
            /**
             * @description Maximum number of redirects of one fetch
             * @default 10
             * @example 10
             */
            maxRedirects?: number;
            /**
             * @description Maximum number of links taken from one page, in document order
             * @default 2000
             * @example 2000
             */
            maxLinksPerPage?: number;
            /** @description Rule that ends the session when its harvest rate is significantly below a floor */
            saturation?: components["schemas"]["SaturationInput"];
            /** @description Makes it a monitoring session: pages are visited again and again, and what is new or changed is relevant. Needs trackChanges */
            monitoring?: components["schemas"]["MonitoringInput"];
            /**
             * Format: uuid
             * @description A session template, whose policy and settings the session has where this input gives none. Limits of `budget` are replaced one by one, other fields as a whole; with another policy, `policyConfig` of the template does not count
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            templateId?: string;
            /**
             * @description Name for people; empty: none
             * @example cheese
             */
            name?: string;
            /**
             * @description Note for people; empty: none
             * @example text
             */
            note?: string;
            /**
             * Format: uuid
             * @description The model that judges pages. Default: the newest model of the topic; if there is none, one is made
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            modelId?: string;
            /**
             * @description Version of the keywords. Default: the current one
             * @example 5
             */
            keywordSetVersion?: number;
            /**
             * @description URLs to start from. Default: those of the topic
             * @example [
             *       "text"
             *     ]
             */
            seeds?: string[];
            /**
             * @description Seed of the random generator. Default: a random number
             * @example 5
             */
            randomSeed?: number;
            /**
             * Format: uuid
             * @description A session that has ended. Warm start: this session starts with a copy of its learned state, without its candidates and pages. The policy and the settings that shape the learned state are the same; the topic may differ. Policies that learn nothing refuse it
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            startFrom?: string;
            /** @description Headers, cookies and proxies for the fetches of this session alone. They are secrets: no answer, log, export or archive has them */
            access?: components["schemas"]["AccessInput"];
            /**
             * Format: uuid
             * @description The topic that is crawled
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string;
        };
        ScheduledMonitorInput: {
            /**
             * Format: uuid
             * @description The monitor that runs
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            monitorId: string;
        };
        ScheduleActionInput: {
            /** @description Start a crawl of a topic */
            session?: components["schemas"]["ScheduledSessionInput"];
            /** @description Run a monitor */
            monitor?: components["schemas"]["ScheduledMonitorInput"];
        };
        CreateScheduleInput: {
            /**
             * @description For people. Unique within the project
             * @example news of the week
             */
            name: string;
            /**
             * @description Cron expression of five fields: minute, hour, day of month, month, day of week; or @hourly, @daily, @weekly, @monthly, @yearly
             * @example 30 6 * * MON-FRI
             */
            cron: string;
            /**
             * @description IANA time zone in which the expression is read
             * @default UTC
             * @example Europe/Berlin
             */
            timeZone?: string;
            action: components["schemas"]["ScheduleActionInput"];
            /**
             * @description Due times at which no worker was there. skip: they are left out; once: one run is started for all of them; all: each is run, one after the other, at most the last 100
             * @default skip
             * @example skip
             * @enum {string}
             */
            missed?: "skip" | "once" | "all";
            /**
             * @description A due time while the session of the run before has not ended. skip: it is left out; queue: it waits for that end, and while one waits, further ones are left out
             * @default skip
             * @example skip
             * @enum {string}
             */
            overlap?: "skip" | "queue";
        };
        ScheduledSessionDto: {
            /**
             * Format: uuid
             * @description The topic that is crawled. It may have been deleted since
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string;
            /**
             * @description Name of each session
             * @example cheese
             */
            name: string | null;
            /**
             * @description Note of each session
             * @example text
             */
            note: string | null;
            /**
             * @description Name of the policy. Null: the default policy
             * @example tres
             */
            policy: string | null;
            /**
             * @description Settings of the policy, as they were given
             * @example {}
             */
            policyConfig: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: uuid
             * @description The model that judges pages. Null: the newest model of the topic
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            modelId: string | null;
            /**
             * @description Version of the keywords. Null: the current one
             * @example 5
             */
            keywordSetVersion: number | null;
            /**
             * @description URLs to start from. Null: those of the topic
             * @example [
             *       "text"
             *     ]
             */
            seeds: string[] | null;
            /**
             * @description Seed of the random generator. Null: another one each time
             * @example 5
             */
            randomSeed: number | null;
            /**
             * Format: uuid
             * @description The session with whose learned state each session starts
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            startFrom: string | null;
            /** @description The settings of a session that is started now, with the defaults of omitted settings. Null if the service does not accept them any more */
            config: components["schemas"]["SessionConfigDto"] | null;
        };
        ScheduledMonitorDto: {
            /**
             * Format: uuid
             * @description The monitor that runs. It may have been deleted since
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            monitorId: string;
        };
        ScheduleActionDto: {
            /** @description Start a crawl of a topic */
            session?: components["schemas"]["ScheduledSessionDto"];
            /** @description Run a monitor */
            monitor?: components["schemas"]["ScheduledMonitorDto"];
        };
        ScheduleDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            id: string;
            /**
             * @description For people. Unique within the project
             * @example cheese
             */
            name: string;
            /**
             * @description Cron expression of five fields: minute, hour, day of month, month, day of week; or @hourly, @daily, @weekly, @monthly, @yearly
             * @example 30 6 * * MON-FRI
             */
            cron: string;
            /**
             * @description IANA time zone in which the expression is read
             * @example Europe/Berlin
             */
            timeZone: string;
            action: components["schemas"]["ScheduleActionDto"];
            /**
             * @description Due times at which no worker was there. skip: they are left out; once: one run is started for all of them; all: each is run, one after the other, at most the last 100
             * @example skip
             * @enum {string}
             */
            missed: "skip" | "once" | "all";
            /**
             * @description A due time while the session of the run before has not ended. skip: it is left out; queue: it waits for that end, and while one waits, further ones are left out
             * @example skip
             * @enum {string}
             */
            overlap: "skip" | "queue";
            /**
             * Format: date-time
             * @description Since when it is paused
             * @example 2026-11-01T12:00:00.000Z
             */
            pausedAt: string | null;
            /**
             * @description user: somebody paused it; failures: 5 runs in a row could not be started, or their sessions failed, or what it starts with was deleted
             * @example user
             * @enum {string|null}
             */
            pauseReason: "user" | "failures" | null;
            /**
             * Format: date-time
             * @description When it is due next. Null while it is paused
             * @example 2026-11-01T12:00:00.000Z
             */
            nextDueAt: string | null;
            /**
             * @description Runs in a row, up to now, that could not be started, or whose session ended as failed
             * @example 5
             */
            failures: number;
            /**
             * @description Why the last of them failed. It stays until a run has gone well
             * @example text
             */
            lastError: string | null;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When a user changed it last
             * @example 2026-11-01T12:00:00.000Z
             */
            updatedAt: string;
        };
        SchedulePage: {
            /** @example [] */
            items: components["schemas"]["ScheduleDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        NextRunsDto: {
            /**
             * @description The next due times, the first one first
             * @example [
             *       "2026-11-01T12:00:00.000Z"
             *     ]
             */
            dueAt: string[];
        };
        UpdateScheduleInput: {
            /**
             * @description For people. Unique within the project
             * @example cheese
             */
            name?: string;
            /**
             * @description Cron expression of five fields: minute, hour, day of month, month, day of week; or @hourly, @daily, @weekly, @monthly, @yearly
             * @example 0 5 * * *
             */
            cron?: string;
            /**
             * @description IANA time zone in which the expression is read
             * @example UTC
             */
            timeZone?: string;
            /** @description In place of the action that there is */
            action?: components["schemas"]["ScheduleActionInput"];
            /**
             * @description Due times at which no worker was there. skip: they are left out; once: one run is started for all of them; all: each is run, one after the other, at most the last 100
             * @example skip
             * @enum {string}
             */
            missed?: "skip" | "once" | "all";
            /**
             * @description A due time while the session of the run before has not ended. skip: it is left out; queue: it waits for that end, and while one waits, further ones are left out
             * @example skip
             * @enum {string}
             */
            overlap?: "skip" | "queue";
        };
        ScheduleRunDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            id: string;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            scheduleId: string;
            /**
             * Format: date-time
             * @description When it was due
             * @example 2026-11-01T12:00:00.000Z
             */
            dueAt: string;
            /**
             * Format: date-time
             * @description The last of the due times that it stands for. SKIPPED_MISSED may stand for several
             * @example 2026-11-01T12:00:00.000Z
             */
            dueUntilAt: string;
            /**
             * @description How many due times it stands for. 5000: so many or more
             * @example 5
             */
            dueCount: number;
            /**
             * @description No worker was there when it was due
             * @example true
             */
            missed: boolean;
            /**
             * @example waiting
             * @enum {string}
             */
            state: "waiting" | "started" | "failed" | "skipped-missed" | "skipped-overlap" | "skipped-paused";
            /**
             * @description Of a run that failed: the code of the refusal, as errors of the API have it
             * @example NOT_FOUND
             */
            reason: string | null;
            /**
             * @description Of a run that failed: what went wrong
             * @example the model was deleted
             */
            error: string | null;
            /**
             * Format: uuid
             * @description The session that it started. It may have been deleted since. Null also if there was nothing to do
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            sessionId: string | null;
            /**
             * Format: date-time
             * @description When it was noted that it is due
             * @example 2026-11-01T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When its session was made
             * @example 2026-11-01T12:00:00.000Z
             */
            startedAt: string | null;
        };
        ScheduleRunPage: {
            /** @example [] */
            items: components["schemas"]["ScheduleRunDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        CreateMonitorInput: {
            /**
             * @description poisson: a rate of change is estimated for each page from its history, and the next fetch goes to the page for which it is worth most; fixed: each page is due minHours after its last check; forager-weblog, forager-td, forager-hybrid: a session under that policy decides itself
             * @default poisson
             * @example poisson
             * @enum {string}
             */
            policy?: "poisson" | "fixed" | "forager-weblog" | "forager-td" | "forager-hybrid";
            /**
             * @description Maximum number of fetches of one run
             * @default 200
             * @example 200
             */
            fetches?: number;
            /**
             * @description Share of the fetches that is kept for links near the pages that are known. Not with foragers
             * @default 0.2
             * @example 0.2
             */
            newShare?: number;
            /**
             * @description No page is checked sooner than this number of hours after its last check
             * @default 1
             * @example 1
             */
            minHours?: number;
            /**
             * @description Each page is checked again at the latest after this number of hours, if fetches are left. Only with poisson and fixed
             * @default 720
             * @example 720
             */
            maxHours?: number;
            /**
             * @description A page is due when it has changed with this probability, by its estimated rate. Only with poisson
             * @default 0.1
             * @example 0.1
             */
            changeProbability?: number;
            /**
             * @description Texts that differ in numbers alone count as the same: dates, times, counters
             * @default true
             * @example true
             */
            ignoreNumbers?: boolean;
            /**
             * @description Number of runs whose sessions are kept. Changes are kept for longer
             * @default 5
             * @example 5
             */
            keepRuns?: number;
            /**
             * Format: uuid
             * @description The topic whose relevant pages are watched
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string;
            /**
             * Format: uuid
             * @description Only the relevant pages of this session, which has ended. Left out: those of the newest 20 sessions of the topic that have ended
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            sessionId?: string;
            /**
             * @description Name of the watched subject, for people
             * @example cheese, weekly
             */
            name: string;
        };
        MonitorDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            id: string;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string;
            /**
             * Format: uuid
             * @description Session with whose pages it began; null: those of all sessions of the topic
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            sessionId: string | null;
            /** @example cheese */
            name: string;
            /**
             * @description poisson: a rate of change is estimated for each page from its history, and the next fetch goes to the page for which it is worth most; fixed: each page is due minHours after its last check; forager-weblog, forager-td, forager-hybrid: a session under that policy decides itself
             * @example poisson
             * @enum {string}
             */
            policy: "poisson" | "fixed" | "forager-weblog" | "forager-td" | "forager-hybrid";
            /**
             * @description Maximum number of fetches of one run
             * @example 5
             */
            fetches: number;
            /**
             * @description Share of the fetches that is kept for links near the pages that are known. Not with foragers
             * @example 0.5
             */
            newShare: number;
            /**
             * @description No page is checked sooner than this number of hours after its last check
             * @example 0.5
             */
            minHours: number;
            /**
             * @description Each page is checked again at the latest after this number of hours, if fetches are left. Only with poisson and fixed
             * @example 0.5
             */
            maxHours: number;
            /**
             * @description A page is due when it has changed with this probability, by its estimated rate. Only with poisson
             * @example 0.5
             */
            changeProbability: number;
            /**
             * @description Texts that differ in numbers alone count as the same: dates, times, counters
             * @example true
             */
            ignoreNumbers: boolean;
            /**
             * @description Number of runs whose sessions are kept. Changes are kept for longer
             * @example 5
             */
            keepRuns: number;
            /**
             * @description Number of pages that it watches, at most 5000
             * @example 5
             */
            watched: number;
            /**
             * @description Number of links near them that were not fetched yet
             * @example 5
             */
            frontier: number;
            /**
             * @description Whether its feed can be read with a token
             * @example true
             */
            hasFeedToken: boolean;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            updatedAt: string;
        };
        MonitorPage: {
            /** @example [] */
            items: components["schemas"]["MonitorDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        UpdateMonitorInput: {
            /**
             * @description poisson: a rate of change is estimated for each page from its history, and the next fetch goes to the page for which it is worth most; fixed: each page is due minHours after its last check; forager-weblog, forager-td, forager-hybrid: a session under that policy decides itself
             * @example poisson
             * @enum {string}
             */
            policy?: "poisson" | "fixed" | "forager-weblog" | "forager-td" | "forager-hybrid";
            /**
             * @description Maximum number of fetches of one run
             * @example 5
             */
            fetches?: number;
            /**
             * @description Share of the fetches that is kept for links near the pages that are known. Not with foragers
             * @example 0.5
             */
            newShare?: number;
            /**
             * @description No page is checked sooner than this number of hours after its last check
             * @example 0.5
             */
            minHours?: number;
            /**
             * @description Each page is checked again at the latest after this number of hours, if fetches are left. Only with poisson and fixed
             * @example 0.5
             */
            maxHours?: number;
            /**
             * @description A page is due when it has changed with this probability, by its estimated rate. Only with poisson
             * @example 0.5
             */
            changeProbability?: number;
            /**
             * @description Texts that differ in numbers alone count as the same: dates, times, counters
             * @example true
             */
            ignoreNumbers?: boolean;
            /**
             * @description Number of runs whose sessions are kept. Changes are kept for longer
             * @example 5
             */
            keepRuns?: number;
            /**
             * @description Name of the watched subject, for people
             * @example cheese
             */
            name?: string;
        };
        RunMonitorInput: {
            /**
             * @description Also check pages that are not due
             * @default false
             * @example false
             */
            all?: boolean;
        };
        MonitorRunDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            id: string;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            monitorId: string;
            /**
             * @example looking
             * @enum {string}
             */
            state: "looking" | "searching" | "completed" | "failed";
            /**
             * @description Its sessions: one for pages that are known, then one for links near them. Empty if nothing was due, and for older runs, whose sessions are deleted
             * @example [
             *       "0190f4c8-7c1e-7000-8000-3f2504e04f89"
             *     ]
             */
            sessions: string[];
            /**
             * @description Known pages that were checked
             * @example 5
             */
            looked: number;
            /**
             * @description Relevant pages that were not known
             * @example 5
             */
            new: number;
            /** @example 5 */
            changed: number;
            /** @example 5 */
            gone: number;
            /**
             * @description Pages that were gone and are there again
             * @example 5
             */
            back: number;
            /**
             * @description Pages that could not be fetched, which may pass
             * @example 5
             */
            missed: number;
            /**
             * @description Why it failed
             * @example the model was deleted
             */
            error: string | null;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            finishedAt: string | null;
        };
        MonitorRunPage: {
            /** @example [] */
            items: components["schemas"]["MonitorRunDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        WatchedPageDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            id: string;
            /** @example https://cheese.example/cheddar */
            url: string;
            /**
             * @example watched
             * @enum {string}
             */
            state: "watched" | "gone";
            /** @example Cheddar */
            title: string | null;
            /**
             * @description Probability that it is relevant, as of the last check
             * @example 0.5
             */
            probability: number | null;
            /**
             * @description Number of checks in its history, of which the newest 50 are kept
             * @example 5
             */
            looks: number;
            /**
             * @description Number of them that found a change
             * @example 5
             */
            changes: number;
            /**
             * @description Changes a day, estimated from its history as the rate of a Poisson process. Without a history, as of other pages
             * @example 0.5
             */
            changesPerDay: number;
            /**
             * Format: date-time
             * @description When it is due. Earlier if it is still to be found out how often it changes. Null with foragers
             * @example 2026-11-01T12:00:00.000Z
             */
            dueAt: string | null;
            /**
             * @description Checks in a row that failed
             * @example 5
             */
            misses: number;
            /**
             * Format: date-time
             * @description Last check that brought the page, or showed that it is gone
             * @example 2026-11-01T12:00:00.000Z
             */
            lookedAt: string | null;
            /**
             * Format: date-time
             * @description Check that found the last change
             * @example 2026-11-01T12:00:00.000Z
             */
            changedAt: string | null;
            /**
             * Format: date-time
             * @description When it was found
             * @example 2026-11-01T12:00:00.000Z
             */
            createdAt: string;
        };
        WatchedPagePage: {
            /** @example [] */
            items: components["schemas"]["WatchedPageDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        SeenChangeDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            id: string;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            monitorId: string;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            runId: string;
            /**
             * Format: uuid
             * @description Session of the run. Those of older runs are deleted
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            sessionId: string;
            /**
             * @description Step of that session that brought it
             * @example 5
             */
            step: number;
            /**
             * @example new
             * @enum {string}
             */
            kind: "new" | "changed" | "gone" | "back";
            /** @example https://cheese.example/cheddar */
            url: string;
            /** @example text */
            titleBefore: string | null;
            /** @example text */
            titleAfter: string | null;
            /**
             * @description Probability that the page was relevant, by the model of that time
             * @example 0.5
             */
            probabilityBefore: number | null;
            /**
             * @description Probability that the page is relevant
             * @example 0.5
             */
            probabilityAfter: number | null;
            /**
             * @description How the main text has changed: a unified difference without its header, a sentence a line. Null for pages that are new or gone
             * @example text
             */
            difference: string | null;
            /**
             * @description Whether the difference, or a line in it, is cut: it has at most 8000 characters
             * @example true
             */
            truncated: boolean;
            /** @example 5 */
            linesAdded: number;
            /** @example 5 */
            linesRemoved: number;
            /**
             * @description How the check ended, as outcomes of pages are called
             * @example http-error
             */
            outcome: string;
            /** @example 5 */
            httpStatus: number | null;
            /**
             * Format: date-time
             * @description When the page was fetched
             * @example 2026-11-01T12:00:00.000Z
             */
            seenAt: string;
            /**
             * Format: date-time
             * @description When it was noted
             * @example 2026-11-01T12:00:00.000Z
             */
            createdAt: string;
        };
        SeenChangePage: {
            /** @example [] */
            items: components["schemas"]["SeenChangeDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        FeedTokenDto: {
            monitor: components["schemas"]["MonitorDto"];
            /**
             * @description Goes into the address of the feed, as `?token=`. It reads this feed and nothing else, and is not shown again
             * @example text
             */
            token: string;
        };
        ExperimentPolicyInput: {
            /**
             * @description Name of a policy from the list of policies
             * @example tres
             */
            policy: string;
            /**
             * @description Settings by the schema of the policy
             * @example {}
             */
            policyConfig?: {
                [key: string]: unknown;
            };
            /**
             * @description MAX of its runs. Default: that of the experiment
             * @example unlimited
             */
            domainCap?: "unlimited" | number | string;
            /**
             * @description Eagerness of its runs. Default: that of the experiment
             * @example 0.5
             */
            eagerness?: number;
            /** @description The objective of its runs. Default: that of the experiment */
            objective?: components["schemas"]["ObjectiveInput"];
            /**
             * @description Unique name of the policy in the results. Default: the name of the policy
             * @example cheese
             */
            name?: string;
        };
        ExperimentWebInput: {
            /**
             * @description Name of a recorded web
             * @example universities
             */
            recordedWeb?: string;
            /**
             * @description A page of the recorded web with one of these labels is relevant. None: a page is relevant if the model says so
             * @example [
             *       "faculty"
             *     ]
             */
            labels?: string[];
            /**
             * Format: uuid
             * @description A session that has ended, with at most 20000 pages. Only pages that it fetched can be visited
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            sessionId?: string;
            /**
             * @description Settings of a synthetic web, as `gleaner web --synthetic` takes them
             * @example pages=2000,seed=3
             */
            synthetic?: string;
        };
        CreateExperimentInput: {
            /**
             * @description Name of the experiment
             * @example cheese
             */
            name?: string;
            /**
             * Format: uuid
             * @description The model that judges pages. Default: the newest ready model of the topic; on the pages of a session, its own model
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            modelId?: string;
            /**
             * @description The policies to compare. The others are compared with the first
             * @example [
             *       {
             *         "policy": "best-first"
             *       },
             *       {
             *         "policy": "tres"
             *       }
             *     ]
             */
            policies: components["schemas"]["ExperimentPolicyInput"][];
            /**
             * @description Number of random seeds, from randomSeed on. Default: 5, unless randomSeeds are given
             * @example 5
             */
            runs?: number;
            /**
             * @description The first random seed. Default: 1, unless randomSeeds are given
             * @example 5
             */
            randomSeed?: number;
            /**
             * @description The random seeds, in place of runs and randomSeed
             * @example [
             *       5
             *     ]
             */
            randomSeeds?: number[];
            /**
             * @description Unit that counts as one domain
             * @default registrable-domain
             * @example registrable-domain
             * @enum {string}
             */
            grouping?: "registrable-domain" | "host" | "path-prefix";
            /** @description Weight of relevant domains relative to relevant pages. Only for policies that use an objective. Default: the policy's own; prospector's is a domainWeight of 0.25 */
            objective?: components["schemas"]["ObjectiveInput"];
            /**
             * @description MAX, the pages that may be fetched per domain: "unlimited", a number, or "5->2" for adaptive MAX
             * @default unlimited
             * @example unlimited
             */
            domainCap?: "unlimited" | number | string;
            /**
             * @description Fetches at the same time, in simulated time. With 1 and no hostDelayMs nothing waits, and `eagerness` changes nothing
             * @default 1
             * @example 1
             */
            concurrency?: number;
            /**
             * @description Minimum time between the starts of two fetches from one host, in ms of simulated time
             * @default 0
             * @example 0
             */
            hostDelayMs?: number;
            /**
             * @description How ready the session is to fetch lesser links while the hosts of better ones are busy. 0: it waits for the best link; 1: it fills every free slot. At 0.3 a link is fetched if it has at least 70% of the value of the best. Waiting saves fetches and takes time
             * @default 0.2
             * @example 0.2
             */
            eagerness?: number;
            /**
             * Format: uuid
             * @description The topic whose model, keywords and seeds are used. Required for a recorded web, none for a synthetic one
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId?: string;
            /**
             * @example {
             *       "recordedWeb": "universities",
             *       "labels": [
             *         "faculty"
             *       ]
             *     }
             */
            web: components["schemas"]["ExperimentWebInput"];
            /**
             * @description URLs to start from. Default: those of the topic or session
             * @example [
             *       "text"
             *     ]
             */
            seeds?: string[];
            /**
             * @description Numbers of fetches. Each is a run of its own
             * @example [
             *       500,
             *       2000
             *     ]
             */
            budgets: number[];
            /**
             * @description How the crawler judges each page that it fetches: by the model, as in a session, or by the label
             * @default model
             * @example model
             * @enum {string}
             */
            reward?: "labels" | "model";
        };
        ExperimentWebDto: {
            /**
             * @description Name of the recorded web
             * @example text
             */
            recordedWeb: string | null;
            /**
             * @description A page with one of these labels is relevant
             * @example [
             *       "text"
             *     ]
             */
            labels: string[];
            /**
             * Format: uuid
             * @description The session whose pages are the web
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            sessionId: string | null;
            /**
             * @description Settings of the synthetic web
             * @example text
             */
            synthetic: string | null;
            /**
             * @description Links of the pages of the session
             * @example 5
             */
            links: number | null;
            /**
             * @description Of them those that lead to pages which the session did not fetch, and are no candidates
             * @example 5
             */
            outLinks: number | null;
        };
        ExperimentPolicyDto: {
            /**
             * @description Name of the policy in the results
             * @example cheese
             */
            name: string;
            /** @example tres */
            policy: string;
            /** @example 5 */
            policyVersion: number;
            /**
             * @description Settings of the policy, with all defaults
             * @example {}
             */
            policyConfig: {
                [key: string]: unknown;
            };
            /** @description MAX of its runs, where it is its own */
            domainCap: components["schemas"]["DomainCapDto"] | null;
            /**
             * @description Eagerness of its runs, where it is its own
             * @example 0.5
             */
            eagerness: number | null;
            /** @description The objective of its runs, where it is its own */
            objective: components["schemas"]["ObjectiveDto"] | null;
        };
        ReachableDto: {
            /** @example 5 */
            pages: number;
            /**
             * @description Relevant pages
             * @example 5
             */
            relevant: number;
            /**
             * @description Domains with a relevant page
             * @example 5
             */
            domains: number;
        };
        ExperimentDetailsDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            id: string;
            /** @example cheese */
            name: string;
            /**
             * @example queued
             * @enum {string}
             */
            state: "queued" | "running" | "completed" | "cancelled" | "failed";
            /**
             * Format: uuid
             * @description The topic. It may have been deleted since
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string | null;
            /**
             * Format: uuid
             * @description The model that judges pages; null on a synthetic web
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            modelId: string | null;
            web: components["schemas"]["ExperimentWebDto"];
            /**
             * @description URLs that crawls start from; none on a synthetic web, which has its own
             * @example [
             *       "text"
             *     ]
             */
            seeds: string[];
            /**
             * @description The others are compared with the first
             * @example []
             */
            policies: components["schemas"]["ExperimentPolicyDto"][];
            /**
             * @example [
             *       5
             *     ]
             */
            randomSeeds: number[];
            /**
             * @description Numbers of fetches
             * @example [
             *       5
             *     ]
             */
            budgets: number[];
            /**
             * @description Fetches at the same time, in simulated time
             * @example 5
             */
            concurrency: number;
            /**
             * @description Minimum time between two fetches from one host, in ms of simulated time
             * @example 5
             */
            hostDelayMs: number;
            /**
             * @description Eagerness of the runs of policies that have none of their own. It counts only where hosts are busy
             * @example 0.5
             */
            eagerness: number;
            /**
             * @description How the crawler judges each page that it fetches
             * @example labels
             * @enum {string}
             */
            reward: "labels" | "model";
            /**
             * @description Source of the labels that runs are scored by
             * @example labels
             * @enum {string}
             */
            truth: "labels" | "model";
            /**
             * @description Known biases of the results
             * @example [
             *       "text"
             *     ]
             */
            notes: string[];
            /** @description Null until the web was read */
            reachable: components["schemas"]["ReachableDto"] | null;
            /**
             * @description Number of runs in all
             * @example 5
             */
            plannedRuns: number;
            /**
             * @description Number of runs whose results are there
             * @example 5
             */
            finishedRuns: number;
            /**
             * @description Why it failed or was cancelled
             * @example the model was deleted
             */
            error: string | null;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            finishedAt: string | null;
            /**
             * Format: uuid
             * @description The job that runs it; null if the job was cleared away
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            jobId: string | null;
        };
        WhatIfInput: {
            /**
             * @description Name of the experiment
             * @example cheese
             */
            name?: string;
            /**
             * Format: uuid
             * @description The model that judges pages. Default: the newest ready model of the topic; on the pages of a session, its own model
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            modelId?: string;
            /**
             * @description The policies to compare. The others are compared with the first
             * @example [
             *       {
             *         "policy": "best-first"
             *       },
             *       {
             *         "policy": "tres"
             *       }
             *     ]
             */
            policies: components["schemas"]["ExperimentPolicyInput"][];
            /**
             * @description Number of random seeds, from randomSeed on. Default: 5, unless randomSeeds are given
             * @example 5
             */
            runs?: number;
            /**
             * @description The first random seed. Default: 1, unless randomSeeds are given
             * @example 5
             */
            randomSeed?: number;
            /**
             * @description The random seeds, in place of runs and randomSeed
             * @example [
             *       5
             *     ]
             */
            randomSeeds?: number[];
            /**
             * @description Unit that counts as one domain
             * @default registrable-domain
             * @example registrable-domain
             * @enum {string}
             */
            grouping?: "registrable-domain" | "host" | "path-prefix";
            /** @description Weight of relevant domains relative to relevant pages. Only for policies that use an objective. Default: the policy's own; prospector's is a domainWeight of 0.25 */
            objective?: components["schemas"]["ObjectiveInput"];
            /**
             * @description MAX, the pages that may be fetched per domain: "unlimited", a number, or "5->2" for adaptive MAX
             * @default unlimited
             * @example unlimited
             */
            domainCap?: "unlimited" | number | string;
            /**
             * @description Fetches at the same time, in simulated time. With 1 and no hostDelayMs nothing waits, and `eagerness` changes nothing
             * @default 1
             * @example 1
             */
            concurrency?: number;
            /**
             * @description Minimum time between the starts of two fetches from one host, in ms of simulated time
             * @default 0
             * @example 0
             */
            hostDelayMs?: number;
            /**
             * @description How ready the session is to fetch lesser links while the hosts of better ones are busy. 0: it waits for the best link; 1: it fills every free slot. At 0.3 a link is fetched if it has at least 70% of the value of the best. Waiting saves fetches and takes time
             * @default 0.2
             * @example 0.2
             */
            eagerness?: number;
            /**
             * @description Numbers of fetches. Each is a run of its own. Default: the number of pages that the session fetched
             * @example [
             *       5
             *     ]
             */
            budgets?: number[];
        };
        ExperimentPage: {
            /** @example [] */
            items: components["schemas"]["ExperimentDetailsDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        ReferenceResultsDto: {
            /** @example oracle */
            name: string;
            /** @example 5 */
            relevant: number;
            /** @example 5 */
            domains: number;
            /** @example 0.5 */
            harvestRate: number;
            /** @example 0.5 */
            area: number;
            /**
             * @example [
             *       0.5
             *     ]
             */
            relevantCurve: number[];
            /**
             * @example [
             *       0.5
             *     ]
             */
            domainCurve: number[];
        };
        MeasureOfRunsDto: {
            /** @example 0.5 */
            mean: number;
            /**
             * @description Sample standard deviation; 0 for a single run
             * @example 0.5
             */
            deviation: number;
            /**
             * @description Lower end of the 95% interval of the mean; null for a single run
             * @example 0.5
             */
            low: number | null;
            /**
             * @description Upper end of the 95% interval of the mean; null for a single run
             * @example 0.5
             */
            high: number | null;
        };
        StepsToShareDto: {
            /**
             * @description Share of the relevant pages that can be reached
             * @example 0.5
             */
            share: number;
            /**
             * @description Number of runs that found so many
             * @example 5
             */
            reached: number;
            /**
             * @description Median over all runs; null if at least half never found so many
             * @example 0.5
             */
            median: number | null;
        };
        PolicyDifferenceDto: {
            /**
             * @description Number of random seeds
             * @example 5
             */
            pairs: number;
            relevant: components["schemas"]["MeasureOfRunsDto"];
            domains: components["schemas"]["MeasureOfRunsDto"];
            area: components["schemas"]["MeasureOfRunsDto"];
        };
        CurveBandDto: {
            /**
             * @example [
             *       0.5
             *     ]
             */
            mean: number[];
            /**
             * @description The least of the runs
             * @example [
             *       0.5
             *     ]
             */
            low: number[];
            /**
             * @description The largest of the runs
             * @example [
             *       0.5
             *     ]
             */
            high: number[];
        };
        PolicyResultsDto: {
            /** @example cheese */
            name: string;
            /** @example 5 */
            runs: number;
            /** @description Relevant pages */
            relevant: components["schemas"]["MeasureOfRunsDto"];
            /** @description Relevant pages over the budget */
            harvestRate: components["schemas"]["MeasureOfRunsDto"];
            /** @description Domains with a relevant page */
            domains: components["schemas"]["MeasureOfRunsDto"];
            /** @description Mean over all steps of the harvest rate so far */
            area: components["schemas"]["MeasureOfRunsDto"];
            /** @description Share of the relevant pages that can be reached */
            recall: components["schemas"]["MeasureOfRunsDto"] | null;
            /** @description Relevant pages over those of the oracle */
            oracleShare: components["schemas"]["MeasureOfRunsDto"] | null;
            /** @description Time that the crawl takes in the simulation, seconds: answers and turns of hosts, without computing. Null for runs of earlier releases */
            simulatedSeconds: components["schemas"]["MeasureOfRunsDto"] | null;
            /** @example [] */
            stepsTo: components["schemas"]["StepsToShareDto"][];
            /**
             * @description Whether no other policy has at least as many relevant pages and domains, and more of one of them
             * @example true
             */
            onFront: boolean;
            /** @description Null for the first policy */
            against: components["schemas"]["PolicyDifferenceDto"] | null;
            /** @description Relevant pages */
            relevantCurve: components["schemas"]["CurveBandDto"];
            /** @description Domains with a relevant page */
            domainCurve: components["schemas"]["CurveBandDto"];
        };
        BudgetResultsDto: {
            /**
             * @description Number of fetches
             * @example 5
             */
            budget: number;
            /**
             * @description Numbers of fetches at which the curves are given, at most 100
             * @example [
             *       5
             *     ]
             */
            steps: number[];
            /** @example [] */
            references: components["schemas"]["ReferenceResultsDto"][];
            /**
             * @description Policies with a finished run
             * @example []
             */
            policies: components["schemas"]["PolicyResultsDto"][];
        };
        ExperimentResultsDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            experimentId: string;
            /**
             * @example queued
             * @enum {string}
             */
            state: "queued" | "running" | "completed" | "cancelled" | "failed";
            /**
             * @description Number of runs in all
             * @example 5
             */
            plannedRuns: number;
            /**
             * @description Number of runs whose results are there
             * @example 5
             */
            finishedRuns: number;
            /**
             * @description Known biases of the results
             * @example [
             *       "text"
             *     ]
             */
            notes: string[];
            /** @description Null until the web was read */
            reachable: components["schemas"]["ReachableDto"] | null;
            /** @example [] */
            budgets: components["schemas"]["BudgetResultsDto"][];
        };
        ComparedSessionDto: {
            session: components["schemas"]["SessionDto"];
            /**
             * @description Different URLs of its relevant pages
             * @example 5
             */
            relevantUrls: number;
            /**
             * @description Those of them that no other of the sessions has as relevant
             * @example 5
             */
            onlyHere: number;
            /**
             * @description URLs that another of the sessions has as relevant, and this one has not
             * @example 5
             */
            missed: number;
        };
        SessionComparisonDto: {
            /**
             * @description In the order of the ids
             * @example []
             */
            sessions: components["schemas"]["ComparedSessionDto"][];
            /**
             * @description Different URLs that any of the sessions has as relevant
             * @example 5
             */
            relevantUrls: number;
            /**
             * @description URLs that all of the sessions have as relevant
             * @example 5
             */
            foundByAll: number;
        };
        PageFindDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            sessionId: string;
            /**
             * @description Step of the page
             * @example 5
             */
            step: number;
            /**
             * @description Number of steps that were completed by then, this one included
             * @example 5
             */
            completed: number;
            /**
             * @description Probability that it is relevant, by the model of the session
             * @example 0.5
             */
            probability: number;
        };
        ComparedPageDto: {
            /** @example https://cheese.example/cheddar */
            url: string;
            /** @example Cheddar */
            title: string | null;
            /**
             * @description The sessions that have it as relevant, in the order of the ids, each with its first such visit
             * @example []
             */
            foundBy: components["schemas"]["PageFindDto"][];
        };
        ComparedPagePage: {
            /** @example [] */
            items: components["schemas"]["ComparedPageDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        DomainDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            sessionId: string;
            /**
             * @description Number within the session, in order of discovery
             * @example 5
             */
            domainNo: number;
            /** @example example.org */
            name: string;
            /**
             * @description Pages
             * @example 5
             */
            fetched: number;
            /**
             * @description Relevant pages
             * @example 5
             */
            relevant: number;
            /**
             * @description Fetches that failed
             * @example 5
             */
            failed: number;
            /**
             * @description Relevant pages divided by pages; null before the first page
             * @example 0.5
             */
            harvestRate: number | null;
            /**
             * @description Step of the first page
             * @example 5
             */
            firstStep: number | null;
            /**
             * @description Step of the first relevant page
             * @example 5
             */
            firstRelevantStep: number | null;
        };
        DomainPage: {
            /** @example [] */
            items: components["schemas"]["DomainDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        DomainPathDto: {
            /**
             * @description Host and folders, without the scheme
             * @example www.example.org/news/
             */
            path: string;
            /**
             * @description Number of folders below the one that was asked for, from 1
             * @example 5
             */
            level: number;
            /**
             * @description Pages
             * @example 5
             */
            pages: number;
            /**
             * @description Relevant pages
             * @example 5
             */
            relevant: number;
            /**
             * @description Steps that brought no page
             * @example 5
             */
            failed: number;
        };
        DomainPathsDto: {
            /**
             * @description Those with most steps first; a folder comes before the folders in it
             * @example []
             */
            paths: components["schemas"]["DomainPathDto"][];
            /**
             * @description Whether there are more folders than were asked for
             * @example true
             */
            isCut: boolean;
        };
        SessionHostDto: {
            /**
             * @description The host; the domain where the state is domain-cap
             * @example www.example.org
             */
            name: string;
            /**
             * @example robots-unreachable
             * @enum {string}
             */
            state: "robots-unreachable" | "circuit-open" | "retry-after" | "delay" | "held" | "given-up" | "domain-cap" | "robots-denied";
            /**
             * Format: date-time
             * @description Until when the session leaves it alone; null where no time is set
             * @example 2026-11-01T12:00:00.000Z
             */
            waitingUntil: string | null;
            /**
             * @description Answer of the host for which it waits, or the cause of its failure; null if only its pace makes it wait
             * @example rare
             */
            reason: string | null;
            /**
             * @description Number of its domain within the session
             * @example 5
             */
            domainNo: number | null;
            /**
             * @description Name of its domain
             * @example cheese.example
             */
            domainName: string | null;
            /**
             * @description How many URLs this holds up: those that were put off or failed for now. held: fetches in a row that had brought nothing when it was held. given up: failures in a row. domain cap: pages that were fetched. robots denied: URLs that were refused
             * @example 5
             */
            count: number;
            /**
             * @description How many URLs of the host are known, in scope and not tried yet: at most 1000 are counted. Null where the state is domain-cap
             * @example 5
             */
            candidates: number | null;
            /**
             * @description The delay between two fetches that its answers call for, in ms; null where they call for none
             * @example 5
             */
            adaptiveDelayMs: number | null;
            /**
             * @description Crawl-delay of its robots.txt, in ms; null where it asks for none
             * @example 5
             */
            crawlDelayMs: number | null;
            /**
             * @description Failures in a row, over all sessions of the service
             * @example 5
             */
            failuresInRow: number;
        };
        SessionHostPage: {
            /** @example [] */
            items: components["schemas"]["SessionHostDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        PowerLawDto: {
            /** @example 0.5 */
            exponent: number;
            /**
             * @description Standard error of the exponent
             * @example 0.5
             */
            standardError: number;
            /**
             * @description Number of links from which on the power law holds
             * @example 5
             */
            xMin: number;
            /**
             * @description Number of pages or URLs with so many links, which the fit is made of
             * @example 5
             */
            tail: number;
            /**
             * @description Kolmogorov-Smirnov distance between the data and the fit
             * @example 0.5
             */
            distance: number;
        };
        DegreeMeasuresDto: {
            /** @example 0.5 */
            mean: number;
            /** @example 5 */
            largest: number;
            /** @description Null if fewer than 50 have links */
            powerLaw: components["schemas"]["PowerLawDto"] | null;
        };
        ClusteringDto: {
            /**
             * @description Clustering coefficient of Watts and Strogatz: mean over pages with two neighbours or more of the share of pairs of neighbours that are linked; links without direction
             * @example 0.5
             */
            coefficient: number;
            /**
             * @description Number of pages drawn for it; all such pages if there are fewer than 5 000
             * @example 5
             */
            sampledPages: number;
        };
        LinkDistancesDto: {
            /** @example 0.5 */
            mean: number;
            /**
             * @description Nine of ten pairs of pages are at most so far apart
             * @example 5
             */
            ninetieth: number;
            /**
             * @description The longest that was seen: the diameter is at least so long
             * @example 5
             */
            longest: number;
            /**
             * @description Mean share of the pages that can be reached from a page
             * @example 0.5
             */
            reachedShare: number;
            /**
             * @description Number of pages drawn to start from
             * @example 5
             */
            sampledStarts: number;
        };
        TopicLocalityDto: {
            /** @example 5 */
            relevantPages: number;
            /**
             * @description Share of the links between pages that lead to relevant pages: the base rate. Null without links
             * @example 0.5
             */
            ofAllLinks: number | null;
            /**
             * @description Share of the links of relevant pages to pages that lead to relevant ones. Null without such links
             * @example 0.5
             */
            ofRelevantPages: number | null;
            /**
             * @description The second share divided by the first
             * @example 0.5
             */
            ratio: number | null;
        };
        SessionGraphDto: {
            /**
             * @description Pages of the session; one that was visited several times counts once, as it was last
             * @example 5
             */
            pages: number;
            /**
             * @description Links on the pages of the session
             * @example 120000
             */
            links: number;
            /**
             * @description Whether only the first pages were measured
             * @example true
             */
            isSampled: boolean;
            /**
             * @description Pages that were measured: all of them, or the first ones in order of choice, at most 50 000 with 500 000 links together
             * @example 5
             */
            measuredPages: number;
            /**
             * @description Links of these pages, those from one page to one URL counted once
             * @example 5
             */
            measuredLinks: number;
            /**
             * @description Those of them that lead from one of these pages to another
             * @example 5
             */
            linksBetweenPages: number;
            /** @description URLs that a page links to */
            outDegree: components["schemas"]["DegreeMeasuresDto"];
            /** @description Pages that link to a URL; only URLs with links */
            inDegree: components["schemas"]["DegreeMeasuresDto"];
            /** @description Null if no page has two neighbours */
            clustering: components["schemas"]["ClusteringDto"] | null;
            /** @description Null if no link leads from page to page */
            distances: components["schemas"]["LinkDistancesDto"] | null;
            /**
             * @description Share of the pages in the largest part that hangs together; links without direction
             * @example 0.5
             */
            largestComponent: number;
            locality: components["schemas"]["TopicLocalityDto"];
        };
        PageGraphNodeDto: {
            /** @example 5 */
            step: number;
            /**
             * @description The URL after redirects
             * @example https://cheese.example/cheddar
             */
            url: string;
            /** @example Cheddar */
            title: string | null;
            /**
             * @description Domain, as the session groups URLs
             * @example cheese.example
             */
            domainName: string;
            /**
             * @example page
             * @enum {string}
             */
            outcome: "page" | "reused" | "known" | "dns" | "connect" | "tls" | "timeout" | "reset" | "truncated" | "http-error" | "forbidden" | "throttled" | "challenge" | "too-large" | "redirect-limit" | "not-html" | "no-text" | "decode" | "robots-denied" | "robots-unreachable" | "blocked-address" | "invalid-url" | "proxy" | "render-failed" | "render-killed" | "fetcher-died" | "deferred" | "overloaded" | "not-archived" | "aborted" | "duplicate" | "out-of-scope" | "domain-cap" | "login" | "soft-404" | "same-list" | "sitemap" | "sitemap-failed" | "search" | "search-failed";
            /** @example true */
            relevant: boolean;
            /**
             * @description Probability of relevance, by the session's model
             * @example 0.5
             */
            probability: number;
            /**
             * @description Links from the seed
             * @example 5
             */
            depth: number;
            /**
             * @description Order of completion, from 0
             * @example 5
             */
            seq: number;
        };
        PageGraphEdgeDto: {
            /**
             * @description Step of the page that contains the link
             * @example 5
             */
            sourceStep: number;
            /**
             * @description Step of the page to which it leads
             * @example 5
             */
            targetStep: number;
            /**
             * @description Whether the session reached the target by following this link
             * @example true
             */
            followed: boolean;
        };
        PageGraphDto: {
            /**
             * @description In order of step
             * @example []
             */
            nodes: components["schemas"]["PageGraphNodeDto"][];
            /**
             * @description Links between these pages, those that were followed first. At most 2000. Of each page its first 500 links are looked at
             * @example []
             */
            edges: components["schemas"]["PageGraphEdgeDto"][];
            /**
             * @description Whether pages or links were left out because there are too many
             * @example true
             */
            isCut: boolean;
        };
        EstimatedShareDto: {
            /** @example 0.5 */
            estimate: number;
            /**
             * @description Lower end of the interval
             * @example 0.5
             */
            from: number;
            /**
             * @description Upper end of the interval
             * @example 0.5
             */
            to: number;
        };
        JudgementDto: {
            /**
             * @description Pages judged relevant, each address once, without pages that repeat another or ask not to be indexed
             * @example 5
             */
            reported: number;
            /** @description Share of the reported pages that are relevant; null if there are none */
            precision: components["schemas"]["EstimatedShareDto"] | null;
            /**
             * @example labels
             * @enum {string}
             */
            precisionBasis: "labels" | "judges";
            /** @description Share of the relevant pages among those fetched that are reported; null if no page was read */
            recall: components["schemas"]["EstimatedShareDto"] | null;
            /**
             * @example labels
             * @enum {string}
             */
            recallBasis: "labels" | "judges";
            /**
             * @description Labels on pages drawn at random that this goes by. The label queue asks for them with the strategy `audit`
             * @example 5
             */
            labels: number;
        };
        PageDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            sessionId: string;
            /**
             * @description Order of choice, from 0: the page's number within its session
             * @example 5
             */
            step: number;
            /**
             * @description Order of completion, from 0
             * @example 5
             */
            seq: number;
            /**
             * @description The canonical URL that was chosen
             * @example https://cheese.example/cheddar
             */
            url: string;
            /**
             * @description The URL after redirects; the same as url if there were none
             * @example https://cheese.example/cheddar
             */
            finalUrl: string;
            /**
             * @description Number of the URL within the session. Links name their target by this number
             * @example 5
             */
            urlNo: number;
            /** @example 5 */
            finalUrlNo: number;
            /**
             * @description Domain, as the session groups URLs
             * @example cheese.example
             */
            domainName: string;
            /**
             * @description Number of the domain within the session
             * @example 5
             */
            domainNo: number;
            /**
             * @description Step of the page or search whose link was followed; null for a seed and for a search
             * @example 5
             */
            sourceStep: number | null;
            /**
             * @description Links from the seed
             * @example 5
             */
            depth: number;
            /**
             * @description `page`, or how the fetch failed, or why its redirect was refused
             * @example page
             * @enum {string}
             */
            outcome: "page" | "reused" | "known" | "dns" | "connect" | "tls" | "timeout" | "reset" | "truncated" | "http-error" | "forbidden" | "throttled" | "challenge" | "too-large" | "redirect-limit" | "not-html" | "no-text" | "decode" | "robots-denied" | "robots-unreachable" | "blocked-address" | "invalid-url" | "proxy" | "render-failed" | "render-killed" | "fetcher-died" | "deferred" | "overloaded" | "not-archived" | "aborted" | "duplicate" | "out-of-scope" | "domain-cap" | "login" | "soft-404" | "same-list" | "sitemap" | "sitemap-failed" | "search" | "search-failed";
            /**
             * @description true: the step cost no fetch, because no request for a page was sent. All other steps count as fetched (pages) or failed
             * @example true
             */
            free: boolean;
            /**
             * @description More about a failure
             * @example no such host
             */
            message: string | null;
            /** @example 5 */
            httpStatus: number | null;
            /**
             * @description All URLs on the way, beginning with the chosen one; empty if there were no redirects
             * @example [
             *       "text"
             *     ]
             */
            redirects: string[];
            /** @example text/html */
            contentType: string | null;
            /** @example utf-8 */
            charset: string | null;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            fetchedAt: string;
            /** @example 5 */
            durationMs: number;
            /**
             * @description Decoded bytes of the body that were read
             * @example 5
             */
            bytes: number;
            /**
             * @description Whether a limit cut something off
             * @example true
             */
            truncated: boolean;
            /**
             * @description Whether the page was loaded in Chromium
             * @example true
             */
            rendered: boolean;
            /**
             * @description Why it was loaded in Chromium or why not, if this was decided for each page; `never: ` and a sign if it seems to lack content that scripts fill in
             * @example always
             * @enum {string|null}
             */
            renderReason: "always" | "auto: empty body" | "auto: framework root" | "auto: noscript notice" | "auto: few links" | "auto: hidden text" | "auto: learnt" | "auto: sample" | "auto: not needed" | "auto: no gain" | "auto: failed" | "auto: no browser" | "never: empty body" | "never: framework root" | "never: noscript notice" | null;
            /**
             * @description Number of attempts before this one
             * @example 5
             */
            attempt: number;
            /**
             * @description Step of the page whose text this one repeats
             * @example 5
             */
            duplicateOf: number | null;
            /**
             * @description Whether the page asks not to be indexed. If so, its text was not kept
             * @example true
             */
            noindex: boolean;
            /**
             * @description Compared with the topic's earlier visit, if changes are tracked
             * @example new
             * @enum {string|null}
             */
            change: "new" | "unchanged" | "changed" | "gone" | null;
            /** @example Cheddar */
            title: string | null;
            /** @example How cheddar is made */
            description: string | null;
            /**
             * Format: date-time
             * @description When it was published, as its metas, JSON-LD, microdata or `time` elements say; UTC if they name no zone
             * @example 2026-11-01T12:00:00.000Z
             */
            publishedAt: string | null;
            /**
             * @description Language of the text, ISO 639-1; the declared language if the text does not tell
             * @example en
             */
            language: string | null;
            /**
             * @description Part of the main text in which the words of the search stand, or the keywords of the topic; its beginning where none does. `…` shows where it was cut
             * @example Cheddar is a hard cheese.
             */
            excerpt: string | null;
            /**
             * @description Start and end of each of these words in the excerpt, one after the other: UTF-16 units, as JavaScript counts
             * @example [
             *       0,
             *       7,
             *       18,
             *       24
             *     ]
             */
            excerptMarks: number[];
            /** @example 5 */
            linkCount: number;
            /**
             * @description Probability of relevance, by the session's model
             * @example 0.5
             */
            probability: number;
            /** @example true */
            relevant: boolean;
            /** @example 0.5 */
            reward: number;
            /**
             * @description Whether a thumbnail was kept: `GET /v1/sessions/{id}/pages/{step}/screenshot` answers it as a JPEG
             * @example true
             */
            hasScreenshot: boolean;
        };
        PagePage: {
            /** @example [] */
            items: components["schemas"]["PageDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        PageDetailsDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            sessionId: string;
            /**
             * @description Order of choice, from 0: the page's number within its session
             * @example 5
             */
            step: number;
            /**
             * @description Order of completion, from 0
             * @example 5
             */
            seq: number;
            /**
             * @description The canonical URL that was chosen
             * @example https://cheese.example/cheddar
             */
            url: string;
            /**
             * @description The URL after redirects; the same as url if there were none
             * @example https://cheese.example/cheddar
             */
            finalUrl: string;
            /**
             * @description Number of the URL within the session. Links name their target by this number
             * @example 5
             */
            urlNo: number;
            /** @example 5 */
            finalUrlNo: number;
            /**
             * @description Domain, as the session groups URLs
             * @example cheese.example
             */
            domainName: string;
            /**
             * @description Number of the domain within the session
             * @example 5
             */
            domainNo: number;
            /**
             * @description Step of the page or search whose link was followed; null for a seed and for a search
             * @example 5
             */
            sourceStep: number | null;
            /**
             * @description Links from the seed
             * @example 5
             */
            depth: number;
            /**
             * @description `page`, or how the fetch failed, or why its redirect was refused
             * @example page
             * @enum {string}
             */
            outcome: "page" | "reused" | "known" | "dns" | "connect" | "tls" | "timeout" | "reset" | "truncated" | "http-error" | "forbidden" | "throttled" | "challenge" | "too-large" | "redirect-limit" | "not-html" | "no-text" | "decode" | "robots-denied" | "robots-unreachable" | "blocked-address" | "invalid-url" | "proxy" | "render-failed" | "render-killed" | "fetcher-died" | "deferred" | "overloaded" | "not-archived" | "aborted" | "duplicate" | "out-of-scope" | "domain-cap" | "login" | "soft-404" | "same-list" | "sitemap" | "sitemap-failed" | "search" | "search-failed";
            /**
             * @description true: the step cost no fetch, because no request for a page was sent. All other steps count as fetched (pages) or failed
             * @example true
             */
            free: boolean;
            /**
             * @description More about a failure
             * @example no such host
             */
            message: string | null;
            /** @example 5 */
            httpStatus: number | null;
            /**
             * @description All URLs on the way, beginning with the chosen one; empty if there were no redirects
             * @example [
             *       "text"
             *     ]
             */
            redirects: string[];
            /** @example text/html */
            contentType: string | null;
            /** @example utf-8 */
            charset: string | null;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            fetchedAt: string;
            /** @example 5 */
            durationMs: number;
            /**
             * @description Decoded bytes of the body that were read
             * @example 5
             */
            bytes: number;
            /**
             * @description Whether a limit cut something off
             * @example true
             */
            truncated: boolean;
            /**
             * @description Whether the page was loaded in Chromium
             * @example true
             */
            rendered: boolean;
            /**
             * @description Why it was loaded in Chromium or why not, if this was decided for each page; `never: ` and a sign if it seems to lack content that scripts fill in
             * @example always
             * @enum {string|null}
             */
            renderReason: "always" | "auto: empty body" | "auto: framework root" | "auto: noscript notice" | "auto: few links" | "auto: hidden text" | "auto: learnt" | "auto: sample" | "auto: not needed" | "auto: no gain" | "auto: failed" | "auto: no browser" | "never: empty body" | "never: framework root" | "never: noscript notice" | null;
            /**
             * @description Number of attempts before this one
             * @example 5
             */
            attempt: number;
            /**
             * @description Step of the page whose text this one repeats
             * @example 5
             */
            duplicateOf: number | null;
            /**
             * @description Whether the page asks not to be indexed. If so, its text was not kept
             * @example true
             */
            noindex: boolean;
            /**
             * @description Compared with the topic's earlier visit, if changes are tracked
             * @example new
             * @enum {string|null}
             */
            change: "new" | "unchanged" | "changed" | "gone" | null;
            /** @example Cheddar */
            title: string | null;
            /** @example How cheddar is made */
            description: string | null;
            /**
             * Format: date-time
             * @description When it was published, as its metas, JSON-LD, microdata or `time` elements say; UTC if they name no zone
             * @example 2026-11-01T12:00:00.000Z
             */
            publishedAt: string | null;
            /**
             * @description Language of the text, ISO 639-1; the declared language if the text does not tell
             * @example en
             */
            language: string | null;
            /**
             * @description Part of the main text in which the words of the search stand, or the keywords of the topic; its beginning where none does. `…` shows where it was cut
             * @example Cheddar is a hard cheese.
             */
            excerpt: string | null;
            /**
             * @description Start and end of each of these words in the excerpt, one after the other: UTF-16 units, as JavaScript counts
             * @example [
             *       0,
             *       7,
             *       18,
             *       24
             *     ]
             */
            excerptMarks: number[];
            /** @example 5 */
            linkCount: number;
            /**
             * @description Probability of relevance, by the session's model
             * @example 0.5
             */
            probability: number;
            /** @example true */
            relevant: boolean;
            /** @example 0.5 */
            reward: number;
            /**
             * @description Whether a thumbnail was kept: `GET /v1/sessions/{id}/pages/{step}/screenshot` answers it as a JPEG
             * @example true
             */
            hasScreenshot: boolean;
            /**
             * @description Its headings, in document order
             * @example [
             *       "Kinds of cheese"
             *     ]
             */
            headings: string[];
            /**
             * @description All visible text
             * @example Cheddar is a hard cheese.
             */
            text: string | null;
            /**
             * @description Text without navigation, header, footer and link-dense blocks
             * @example Cheddar is a hard cheese.
             */
            mainText: string | null;
        };
        TreeLeafDto: {
            /** @example 5 */
            id: number;
            /**
             * @description Rules from the root to the leaf
             * @example [
             *       "text"
             *     ]
             */
            rules: string[];
        };
        LinkDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            sessionId: string;
            /**
             * @description Step of the page that contains the link
             * @example 5
             */
            sourceStep: number;
            /**
             * @description Place among the page's links, from 0
             * @example 5
             */
            position: number;
            /**
             * @description URL of the page that contains the link
             * @example https://cheese.example/
             */
            sourceUrl: string;
            /**
             * @description Number of the target within the session
             * @example 5
             */
            urlNo: number;
            /**
             * @description Canonical target
             * @example https://cheese.example/cheddar
             */
            url: string;
            /** @example hard cheeses */
            anchor: string;
            /**
             * @description Words just before the anchor
             * @example Of the
             */
            before: string;
            /**
             * @description Words just after the anchor
             * @example WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ
             */
            after: string;
            /**
             * @description Nearest heading above
             * @example Kinds of cheese
             */
            heading: string;
            /**
             * @description The part of the page that contains it
             * @example main
             * @enum {string}
             */
            place: "main" | "navigation" | "header" | "footer" | "aside" | "sitemap" | "search";
            /**
             * @description Position on the page, as tag names with ids and classes from the root; empty if that is unknown
             * @example html/body/main#content/ul.list/li/a
             */
            tagPath: string;
            /** @example true */
            nofollow: boolean;
            /**
             * @description The scope rule that refused the target
             * @example trap
             */
            outOfScope: string | null;
            /**
             * @description Step of the target, if it was fetched
             * @example 5
             */
            targetStep: number | null;
        };
        PathStepDto: {
            /** @example 5 */
            step: number;
            /** @example https://cheese.example/cheddar */
            url: string;
            /** @example Cheddar */
            title: string | null;
            /** @example true */
            relevant: boolean;
            /** @example 0.5 */
            probability: number;
            /** @example 0.5 */
            reward: number;
        };
        PageWhyDto: {
            /** @example tres */
            policy: string;
            /** @example 5 */
            policyVersion: number;
            /**
             * @description Value of the choice on the policy's own scale: Q-value, probability or queue key
             * @example 0.5
             */
            value: number | null;
            /**
             * @description Whether chance decided, not the value
             * @example true
             */
            exploration: boolean;
            /**
             * @description Features by name, with their values at the moment of the choice
             * @example {
             *       "anchor": 0.8
             *     }
             */
            features: {
                [key: string]: number;
            } | null;
            /**
             * @description The deciding part in the policy's own terms, for example its bin, forager or arm
             * @example {}
             */
            terms: {
                [key: string]: string;
            } | null;
            leaf: components["schemas"]["TreeLeafDto"] | null;
            /**
             * @description Rank of the choice among the compared options, from 1
             * @example 5
             */
            rank: number | null;
            /**
             * @description Number of compared options
             * @example 5
             */
            options: number | null;
            /**
             * @description Steps completed before this one was chosen
             * @example 5
             */
            chosenAfter: number;
            /** @description The link that was followed; null for a seed */
            link: components["schemas"]["LinkDto"] | null;
            /**
             * @description From the seed to the page itself. Of a long path the last thousand steps
             * @example []
             */
            path: components["schemas"]["PathStepDto"][];
        };
        LinkPage: {
            /** @example [] */
            items: components["schemas"]["LinkDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        SeriesPointDto: {
            /**
             * @description Number of steps completed at the end of the stretch
             * @example 5
             */
            completed: number;
            /**
             * Format: date-time
             * @description When the last of them was fetched
             * @example 2026-11-01T12:00:00.000Z
             */
            at: string;
            /**
             * @description Pages
             * @example 5
             */
            fetched: number;
            /**
             * @description Relevant pages
             * @example 5
             */
            relevant: number;
            /**
             * @description Domains with a page
             * @example 5
             */
            domainCount: number;
            /**
             * @description Domains with a relevant page
             * @example 5
             */
            relevantDomainCount: number;
            /**
             * @description Sum of rewards
             * @example 0.5
             */
            reward: number;
            /**
             * @description Relevant pages divided by pages
             * @example 0.5
             */
            harvestRate: number | null;
            /**
             * @description Relevant pages divided by pages in this stretch; null if it has no page
             * @example 0.5
             */
            stretchHarvestRate: number | null;
        };
        SeriesPage: {
            /** @example [] */
            items: components["schemas"]["SeriesPointDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        FailureHelpDto: {
            /**
             * @description Settings of a session that decide about it; none where no setting would help
             * @example [
             *       "timeoutMs"
             *     ]
             */
            settings: string[];
            /**
             * @description Recommended action
             * @example text
             */
            advice: string;
        };
        OutcomeCountDto: {
            /**
             * @example timeout
             * @enum {string}
             */
            outcome: "page" | "reused" | "known" | "dns" | "connect" | "tls" | "timeout" | "reset" | "truncated" | "http-error" | "forbidden" | "throttled" | "challenge" | "too-large" | "redirect-limit" | "not-html" | "no-text" | "decode" | "robots-denied" | "robots-unreachable" | "blocked-address" | "invalid-url" | "proxy" | "render-failed" | "render-killed" | "fetcher-died" | "deferred" | "overloaded" | "not-archived" | "aborted" | "duplicate" | "out-of-scope" | "domain-cap" | "login" | "soft-404" | "same-list" | "sitemap" | "sitemap-failed" | "search" | "search-failed";
            /** @example 5 */
            httpStatus: number | null;
            /** @example 5 */
            count: number;
            /**
             * @description Meaning of the outcome
             * @example the answer took too long
             */
            means: string;
            help: components["schemas"]["FailureHelpDto"];
        };
        OutcomeCountPage: {
            /** @example [] */
            items: components["schemas"]["OutcomeCountDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        StepsByOutcomeDto: {
            /**
             * @example page
             * @enum {string}
             */
            name: "page" | "reused" | "known" | "dns" | "connect" | "tls" | "timeout" | "reset" | "truncated" | "http-error" | "forbidden" | "throttled" | "challenge" | "too-large" | "redirect-limit" | "not-html" | "no-text" | "decode" | "robots-denied" | "robots-unreachable" | "blocked-address" | "invalid-url" | "proxy" | "render-failed" | "render-killed" | "fetcher-died" | "deferred" | "overloaded" | "not-archived" | "aborted" | "duplicate" | "out-of-scope" | "domain-cap" | "login" | "soft-404" | "same-list" | "sitemap" | "sitemap-failed" | "search" | "search-failed";
            /** @example 5 */
            count: number;
        };
        PagesByRenderReasonDto: {
            /**
             * @example always
             * @enum {string}
             */
            name: "always" | "auto: empty body" | "auto: framework root" | "auto: noscript notice" | "auto: few links" | "auto: hidden text" | "auto: learnt" | "auto: sample" | "auto: not needed" | "auto: no gain" | "auto: failed" | "auto: no browser" | "never: empty body" | "never: framework root" | "never: noscript notice";
            /** @example 5 */
            count: number;
        };
        NamedCountDto: {
            /** @example cheese */
            name: string;
            /** @example 5 */
            count: number;
        };
        PagesByChangeDto: {
            /**
             * @example new
             * @enum {string}
             */
            name: "new" | "unchanged" | "changed" | "gone";
            /** @example 5 */
            count: number;
        };
        FetchReportDto: {
            /**
             * @description Steps by outcome: `page`, or the kind of failure
             * @example []
             */
            outcomes: components["schemas"]["StepsByOutcomeDto"][];
            /**
             * @description Steps that were a later attempt
             * @example 5
             */
            retries: number;
            /**
             * @description Pages that came at a later attempt
             * @example 5
             */
            recovered: number;
            /**
             * @description Pages loaded in Chromium
             * @example 5
             */
            rendered: number;
            /**
             * @description Pages by the reason why they were loaded in Chromium or not
             * @example []
             */
            renderReasons: components["schemas"]["PagesByRenderReasonDto"][];
            /**
             * @description Pages that seem to lack content which scripts fill in, as the session has `render: never`. With `auto` such pages are loaded in Chromium
             * @example 5
             */
            unrendered: number;
            /**
             * @description Pages that repeat the text of an earlier one
             * @example 5
             */
            duplicates: number;
            /**
             * @description Pages that ask not to be indexed
             * @example 5
             */
            noindex: number;
            /**
             * @description Pages of which a limit cut something off
             * @example 5
             */
            truncated: number;
            /**
             * @description Pages by language; only the most frequent languages
             * @example []
             */
            languages: components["schemas"]["NamedCountDto"][];
            /**
             * @description Pages by their change since the topic's previous visit
             * @example []
             */
            changes: components["schemas"]["PagesByChangeDto"][];
            /**
             * @description URLs left out, by kind of rule: scope and traps
             * @example []
             */
            leftOut: components["schemas"]["NamedCountDto"][];
        };
        MonitoringWindowDto: {
            /**
             * @description Pages downloaded, further visits included
             * @example 5
             */
            downloaded: number;
            /**
             * @description Downloaded pages that the relevance model finds relevant, news or not
             * @example 5
             */
            sent: number;
            /**
             * @description Relevant pages: of those sent the ones that were new or changed, and young
             * @example 5
             */
            relevant: number;
            /**
             * @description relevant / downloaded; null if nothing was downloaded
             * @example 0.5
             */
            downloadEfficiency: number | null;
            /**
             * @description relevant / sent; null if nothing was sent
             * @example 0.5
             */
            sentEfficiency: number | null;
            /**
             * Format: date-time
             * @description Beginning of the window
             * @example 2026-11-01T12:00:00.000Z
             */
            from: string;
            /**
             * @description Share of the pages found relevant so far whose stored copy was as on the web at the end of the window; null if there are none
             * @example 0.5
             */
            freshness: number | null;
            /**
             * @description Mean age of these stored copies at the end of the window, in hours: 0 for a copy that is as on the web, else the time since the page changed; null if there are none
             * @example 0.5
             */
            ageHours: number | null;
        };
        MonitoringReportDto: {
            /**
             * @description Pages downloaded, further visits included
             * @example 5
             */
            downloaded: number;
            /**
             * @description Downloaded pages that the relevance model finds relevant, news or not
             * @example 5
             */
            sent: number;
            /**
             * @description Relevant pages: of those sent the ones that were new or changed, and young
             * @example 5
             */
            relevant: number;
            /**
             * @description relevant / downloaded; null if nothing was downloaded
             * @example 0.5
             */
            downloadEfficiency: number | null;
            /**
             * @description relevant / sent; null if nothing was sent
             * @example 0.5
             */
            sentEfficiency: number | null;
            /**
             * @description Length of a window in minutes: as asked, or longer, so that there are at most 1000 windows
             * @example 0.5
             */
            windowMinutes: number;
            /**
             * @description URLs found
             * @example 5
             */
            foundUrls: number;
            /**
             * @description foundUrls / downloaded; null if nothing was downloaded
             * @example 0.5
             */
            relativeFoundUrls: number | null;
            /**
             * @description Mean freshness of the windows; null if there is none
             * @example 0.5
             */
            freshness: number | null;
            /**
             * @description Mean age of the windows, in hours; null if there is none
             * @example 0.5
             */
            ageHours: number | null;
            /**
             * @description Windows in order of time; those without a download are there too
             * @example []
             */
            windows: components["schemas"]["MonitoringWindowDto"][];
        };
        VisitDto: {
            /** @example https://cheese.example/cheddar */
            url: string;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            fetchedAt: string;
            /**
             * @description Compared with the visit before
             * @example new
             * @enum {string}
             */
            change: "new" | "unchanged" | "changed" | "gone";
            /**
             * Format: uuid
             * @description Session and step with the page as it was then; null if the session was deleted
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            sessionId: string;
            /** @example 5 */
            step: number;
            /**
             * @description 304 if the server said that nothing had changed
             * @example 5
             */
            httpStatus: number | null;
            /**
             * @description Hash of title and text: equal for equal content
             * @example 9f86d081884c7d65
             */
            contentHash: string | null;
            /** @example "33a64df5" */
            etag: string | null;
            /** @example Sun, 01 Nov 2026 12:00:00 GMT */
            lastModified: string | null;
        };
        VisitPage: {
            /** @example [] */
            items: components["schemas"]["VisitDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        CollectionDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string;
            /**
             * @description Pages, without those that repeat the text of another page of the collection
             * @example 5
             */
            pages: number;
            /**
             * @description Relevant pages among them
             * @example 5
             */
            relevant: number;
            /**
             * @description Pages that repeat the text of another page of the collection
             * @example 5
             */
            duplicates: number;
            /** @example 5 */
            domainCount: number;
            /**
             * @description Domains with a relevant page
             * @example 5
             */
            relevantDomainCount: number;
            /**
             * @description Steps of sessions, and pages that people or monitors have said something about, that the collection does not have yet. It follows the sessions within seconds
             * @example 5
             */
            behind: number;
        };
        PageRemarkInput: {
            /**
             * @description Key of the page
             * @example 9dfb9e06-4c1c-0b4a-6c4a-1c4f8c2a7f0e
             */
            key: string;
            /**
             * @description undecided removes the label. Omitted, it keeps its label
             * @example relevant
             * @enum {string}
             */
            verdict?: "relevant" | "not-relevant" | "undecided";
            /**
             * @description New tags; omitted, it keeps its tags
             * @example [
             *       "text"
             *     ]
             */
            tags?: string[];
            /**
             * @description Tags to add: tags that others add meanwhile stay. At most 20 in all
             * @example [
             *       "text"
             *     ]
             */
            addTags?: string[];
            /**
             * @description Tags to remove, if it has them. Applied after addTags
             * @example [
             *       "text"
             *     ]
             */
            removeTags?: string[];
            /**
             * @description New note; omitted, it keeps its note
             * @example text
             */
            note?: string;
        };
        DomainRemarkInput: {
            /** @example example.org */
            name: string;
            /**
             * @description keep: its best pages are seeds of further sessions of the topic. reject: further sessions do not go there, and its pages are not relevant, unless people have labelled them so. Both label some of its pages, from which models learn; undecided removes these labels. Omitted, it keeps its verdict
             * @example reject
             * @enum {string}
             */
            verdict?: "keep" | "reject" | "undecided";
            /**
             * @description New tags; omitted, it keeps its tags
             * @example [
             *       "text"
             *     ]
             */
            tags?: string[];
            /**
             * @description Tags to add: tags that others add meanwhile stay. At most 20 in all
             * @example [
             *       "text"
             *     ]
             */
            addTags?: string[];
            /**
             * @description Tags to remove, if it has them. Applied after addTags
             * @example [
             *       "text"
             *     ]
             */
            removeTags?: string[];
            /**
             * @description New note; omitted, it keeps its note
             * @example text
             */
            note?: string;
        };
        JudgeCollectedInput: {
            /** @example [] */
            pages?: components["schemas"]["PageRemarkInput"][];
            /**
             * @example [
             *       {
             *         "name": "example.org",
             *         "verdict": "reject"
             *       }
             *     ]
             */
            domains?: components["schemas"]["DomainRemarkInput"][];
        };
        PageRemarkDto: {
            /** @example 9dfb9e06-4c1c-0b4a-6c4a-1c4f8c2a7f0e */
            key: string;
            /**
             * @example relevant
             * @enum {string}
             */
            verdict: "relevant" | "not-relevant" | "undecided";
            /**
             * @example [
             *       "text"
             *     ]
             */
            tags: string[];
            /** @example text */
            note: string;
        };
        DomainRemarkDto: {
            /** @example example.org */
            name: string;
            /**
             * @example undecided
             * @enum {string}
             */
            verdict: "keep" | "reject" | "undecided";
            /**
             * @example [
             *       "text"
             *     ]
             */
            tags: string[];
            /** @example text */
            note: string;
        };
        SaidBeforeDto: {
            /** @example [] */
            pages: components["schemas"]["PageRemarkDto"][];
            /** @example [] */
            domains: components["schemas"]["DomainRemarkDto"][];
        };
        GatherInput: {
            /**
             * @description Names of domains of the collection
             * @example [
             *       "example.org"
             *     ]
             */
            domains: string[];
            /**
             * @description Pages to fetch, of all domains together
             * @example 50
             */
            fetches: number;
            /**
             * @description The policy of the session. Default: that of other sessions
             * @example tres
             */
            policy?: string;
            /** @description Further settings of the session, such as `archive`. They replace what gathering chooses, but for the seeds, the number of fetches and the domains */
            session?: components["schemas"]["CreateSessionInput"];
        };
        CollectedPageDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string;
            /**
             * @description Names the page within the topic. The same URL always has the same key
             * @example 9dfb9e06-4c1c-0b4a-6c4a-1c4f8c2a7f0e
             */
            key: string;
            /**
             * @description The canonical URL after redirects
             * @example https://cheese.example/cheddar
             */
            url: string;
            /**
             * @description Registrable domain
             * @example example.org
             */
            domain: string;
            /** @example Cheddar */
            title: string | null;
            /**
             * Format: date-time
             * @description When it was published, as its metas, JSON-LD, microdata or `time` elements say; UTC if they name no zone
             * @example 2026-11-01T12:00:00.000Z
             */
            publishedAt: string | null;
            /**
             * @description Language of the text, ISO 639-1
             * @example en
             */
            language: string | null;
            /**
             * @description Part of the main text in which the words of the search stand, or the keywords of the topic; its beginning where none does. `…` shows where it was cut
             * @example Cheddar is a hard cheese.
             */
            excerpt: string | null;
            /**
             * @description Start and end of each of these words in the excerpt, one after the other: UTF-16 units, as JavaScript counts
             * @example [
             *       0,
             *       7,
             *       18,
             *       24
             *     ]
             */
            excerptMarks: number[];
            /**
             * @description Probability of relevance when it was judged last
             * @example 0.5
             */
            probability: number;
            /**
             * Format: uuid
             * @description The model that judged it last; null if only a monitor still knows the page
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            modelId: string | null;
            /**
             * @description As a person has labelled it; otherwise as the model has judged it
             * @example true
             */
            relevant: boolean;
            /**
             * @description The label of a person; null if nobody has labelled it
             * @example true
             */
            label: boolean | null;
            /**
             * @description Key of the page that stands for all pages with the same text; null if this one does
             * @example text
             */
            duplicateOf: string | null;
            /**
             * @description Number of sessions that have it
             * @example 5
             */
            sessionCount: number;
            /**
             * @description Whether a monitor of the topic watches it
             * @example true
             */
            monitored: boolean;
            /**
             * Format: uuid
             * @description The session that fetched it last; null if its sessions were deleted and only a monitor knows it
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            sessionId: string | null;
            /**
             * @description Its step in this session
             * @example 5
             */
            step: number | null;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            firstFoundAt: string;
            /**
             * Format: date-time
             * @description When it was fetched last
             * @example 2026-11-01T12:00:00.000Z
             */
            lastSeenAt: string;
            /**
             * Format: date-time
             * @description When a monitor, or a session that tracks changes, last saw that its text had changed
             * @example 2026-11-01T12:00:00.000Z
             */
            changedAt: string | null;
            /**
             * Format: date-time
             * @description Since when it is known to be gone; null if it was there at the last check
             * @example 2026-11-01T12:00:00.000Z
             */
            goneAt: string | null;
            /**
             * @description Tags that people gave to it
             * @example [
             *       "text"
             *     ]
             */
            tags: string[];
            /**
             * @description Note of people on it; empty if there is none
             * @example text
             */
            note: string;
        };
        CollectedPagePage: {
            /** @example [] */
            items: components["schemas"]["CollectedPageDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        SightingDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            sessionId: string;
            /**
             * @description The newest step that brought the page; null if the session found it gone
             * @example 5
             */
            step: number | null;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            firstAt: string | null;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            lastAt: string | null;
            /**
             * Format: date-time
             * @description When the session found it gone
             * @example 2026-11-01T12:00:00.000Z
             */
            goneAt: string | null;
        };
        CollectedPageDetailsDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string;
            /**
             * @description Names the page within the topic. The same URL always has the same key
             * @example 9dfb9e06-4c1c-0b4a-6c4a-1c4f8c2a7f0e
             */
            key: string;
            /**
             * @description The canonical URL after redirects
             * @example https://cheese.example/cheddar
             */
            url: string;
            /**
             * @description Registrable domain
             * @example example.org
             */
            domain: string;
            /** @example Cheddar */
            title: string | null;
            /**
             * Format: date-time
             * @description When it was published, as its metas, JSON-LD, microdata or `time` elements say; UTC if they name no zone
             * @example 2026-11-01T12:00:00.000Z
             */
            publishedAt: string | null;
            /**
             * @description Language of the text, ISO 639-1
             * @example en
             */
            language: string | null;
            /**
             * @description Part of the main text in which the words of the search stand, or the keywords of the topic; its beginning where none does. `…` shows where it was cut
             * @example Cheddar is a hard cheese.
             */
            excerpt: string | null;
            /**
             * @description Start and end of each of these words in the excerpt, one after the other: UTF-16 units, as JavaScript counts
             * @example [
             *       0,
             *       7,
             *       18,
             *       24
             *     ]
             */
            excerptMarks: number[];
            /**
             * @description Probability of relevance when it was judged last
             * @example 0.5
             */
            probability: number;
            /**
             * Format: uuid
             * @description The model that judged it last; null if only a monitor still knows the page
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            modelId: string | null;
            /**
             * @description As a person has labelled it; otherwise as the model has judged it
             * @example true
             */
            relevant: boolean;
            /**
             * @description The label of a person; null if nobody has labelled it
             * @example true
             */
            label: boolean | null;
            /**
             * @description Key of the page that stands for all pages with the same text; null if this one does
             * @example text
             */
            duplicateOf: string | null;
            /**
             * @description Number of sessions that have it
             * @example 5
             */
            sessionCount: number;
            /**
             * @description Whether a monitor of the topic watches it
             * @example true
             */
            monitored: boolean;
            /**
             * Format: uuid
             * @description The session that fetched it last; null if its sessions were deleted and only a monitor knows it
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            sessionId: string | null;
            /**
             * @description Its step in this session
             * @example 5
             */
            step: number | null;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            firstFoundAt: string;
            /**
             * Format: date-time
             * @description When it was fetched last
             * @example 2026-11-01T12:00:00.000Z
             */
            lastSeenAt: string;
            /**
             * Format: date-time
             * @description When a monitor, or a session that tracks changes, last saw that its text had changed
             * @example 2026-11-01T12:00:00.000Z
             */
            changedAt: string | null;
            /**
             * Format: date-time
             * @description Since when it is known to be gone; null if it was there at the last check
             * @example 2026-11-01T12:00:00.000Z
             */
            goneAt: string | null;
            /**
             * @description Tags that people gave to it
             * @example [
             *       "text"
             *     ]
             */
            tags: string[];
            /**
             * @description Note of people on it; empty if there is none
             * @example text
             */
            note: string;
            /**
             * @description The sessions that have it, the newest first; at most 200
             * @example []
             */
            sightings: components["schemas"]["SightingDto"][];
        };
        CollectedDomainDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string;
            /** @example example.org */
            name: string;
            /**
             * @description Pages, without those that repeat the text of another page of the collection
             * @example 5
             */
            pages: number;
            /**
             * @description Relevant pages among them
             * @example 5
             */
            relevant: number;
            /**
             * @description Pages that repeat the text of another page of the collection
             * @example 5
             */
            duplicates: number;
            /**
             * @description Relevant pages divided by pages; null if all are duplicates
             * @example 0.5
             */
            share: number | null;
            /**
             * @description Lower end of a 95% interval of the share: the order by share goes by it, so that three of three are not above ninety of a hundred
             * @example 0.5
             */
            shareAtLeast: number;
            /**
             * @description Pages that one of the sessions knows by their URLs, and that are not in the collection yet. Counted when a session rests, and while it runs each time it knows twice as many
             * @example 5
             */
            unfetched: number;
            /**
             * @description Relevant pages expected among the unfetched ones, with caution: their number times the lower end of the share. Crawls take the most promising pages first, so the rest is rarely better
             * @example 0.5
             */
            expected: number;
            /**
             * @description Relevant pages of other domains that were first reached by a link from this one: its worth as a hub
             * @example 5
             */
            ledTo: number;
            /**
             * @description Whether a seed of the topic is in this domain
             * @example true
             */
            seedDomain: boolean;
            /**
             * Format: date-time
             * @description When its first page was found
             * @example 2026-11-01T12:00:00.000Z
             */
            firstFoundAt: string;
            /**
             * Format: date-time
             * @description When its newest page was found
             * @example 2026-11-01T12:00:00.000Z
             */
            lastFoundAt: string;
            /**
             * @description keep: its best pages are seeds of further sessions. reject: further sessions of the topic do not go there
             * @example undecided
             * @enum {string}
             */
            verdict: "keep" | "reject" | "undecided";
            /**
             * @description Tags that people gave to it
             * @example [
             *       "text"
             *     ]
             */
            tags: string[];
            /**
             * @description Note of people on it; empty if there is none
             * @example text
             */
            note: string;
        };
        CollectedDomainPage: {
            /** @example [] */
            items: components["schemas"]["CollectedDomainDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        HomePageDto: {
            /** @example https://cheese.example/cheddar */
            url: string;
            /** @example Cheddar */
            title: string | null;
            /**
             * @description As the page describes itself
             * @example How cheddar is made
             */
            description: string | null;
            /**
             * @description Language of the text, ISO 639-1
             * @example en
             */
            language: string | null;
            /**
             * @description Why it could not be fetched; null if it was
             * @example text
             */
            failure: string | null;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            fetchedAt: string;
        };
        DomainOnPathDto: {
            /** @example example.org */
            name: string;
            /**
             * @description Its page from which a link led on
             * @example https://cheese.example/cheddar
             */
            url: string;
            /** @example Cheddar */
            title: string | null;
        };
        NeighbourDomainDto: {
            /** @example example.org */
            name: string;
            /**
             * @description Pages with such a link, of those that were looked at
             * @example 5
             */
            pages: number;
            /**
             * @description Whether the collection has pages of it
             * @example true
             */
            collected: boolean;
        };
        DomainProfileDto: {
            /** @description Null if no session has it, and it was not fetched. readHomePage fetches it */
            home: components["schemas"]["HomePageDto"] | null;
            /**
             * @description The description that the home page gives; otherwise its title and first sentence. Null without a home page
             * @example Takes the best link first
             */
            summary: string | null;
            /**
             * @description Words that stand more often in its pages than in those of other domains of the collection, the most telling first; at most 12
             * @example [
             *       "curd"
             *     ]
             */
            words: string[];
            /**
             * @description Its relevant pages with the highest probabilities; at most 3
             * @example []
             */
            bestPages: components["schemas"]["CollectedPageDto"][];
            /**
             * @description Upper end of a 95% interval of the share of relevant pages
             * @example 0.5
             */
            shareAtMost: number;
            /**
             * @description The domains from the seed to the first page that was found of it, itself last. Empty if no session has this page any more
             * @example []
             */
            path: components["schemas"]["DomainOnPathDto"][];
            /**
             * @description Domains that link to it; at most 20
             * @example []
             */
            linkedFrom: components["schemas"]["NeighbourDomainDto"][];
            /**
             * @description Domains that it links to; at most 20
             * @example []
             */
            linksTo: components["schemas"]["NeighbourDomainDto"][];
            /**
             * @description URL of its icon: as the home page names it, if it was fetched; otherwise the usual one
             * @example text
             */
            icon: string;
            /**
             * @description Whether its robots.txt lets its home page be fetched
             * @example allowed
             * @enum {string}
             */
            robots: "allowed" | "refused" | "unreachable" | "unknown";
        };
        CollectedDomainDetailsDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string;
            /** @example example.org */
            name: string;
            /**
             * @description Pages, without those that repeat the text of another page of the collection
             * @example 5
             */
            pages: number;
            /**
             * @description Relevant pages among them
             * @example 5
             */
            relevant: number;
            /**
             * @description Pages that repeat the text of another page of the collection
             * @example 5
             */
            duplicates: number;
            /**
             * @description Relevant pages divided by pages; null if all are duplicates
             * @example 0.5
             */
            share: number | null;
            /**
             * @description Lower end of a 95% interval of the share: the order by share goes by it, so that three of three are not above ninety of a hundred
             * @example 0.5
             */
            shareAtLeast: number;
            /**
             * @description Pages that one of the sessions knows by their URLs, and that are not in the collection yet. Counted when a session rests, and while it runs each time it knows twice as many
             * @example 5
             */
            unfetched: number;
            /**
             * @description Relevant pages expected among the unfetched ones, with caution: their number times the lower end of the share. Crawls take the most promising pages first, so the rest is rarely better
             * @example 0.5
             */
            expected: number;
            /**
             * @description Relevant pages of other domains that were first reached by a link from this one: its worth as a hub
             * @example 5
             */
            ledTo: number;
            /**
             * @description Whether a seed of the topic is in this domain
             * @example true
             */
            seedDomain: boolean;
            /**
             * Format: date-time
             * @description When its first page was found
             * @example 2026-11-01T12:00:00.000Z
             */
            firstFoundAt: string;
            /**
             * Format: date-time
             * @description When its newest page was found
             * @example 2026-11-01T12:00:00.000Z
             */
            lastFoundAt: string;
            /**
             * @description keep: its best pages are seeds of further sessions. reject: further sessions of the topic do not go there
             * @example undecided
             * @enum {string}
             */
            verdict: "keep" | "reject" | "undecided";
            /**
             * @description Tags that people gave to it
             * @example [
             *       "text"
             *     ]
             */
            tags: string[];
            /**
             * @description Note of people on it; empty if there is none
             * @example text
             */
            note: string;
            /** @description Kind and contents of the domain, from its pages */
            profile: components["schemas"]["DomainProfileDto"];
        };
        SharedCollectionDto: {
            /**
             * @description Name of the topic
             * @example cheese
             */
            name: string;
            /**
             * @description Pages that the link shows
             * @example 5
             */
            pages: number;
            /**
             * @description Domains that the link shows
             * @example 5
             */
            domains: number;
            /**
             * @description Whether the link shows only relevant pages, and domains with relevant pages
             * @example true
             */
            relevantOnly: boolean;
            /**
             * Format: date-time
             * @description When the link expires
             * @example 2026-11-01T12:00:00.000Z
             */
            expiresAt: string;
        };
        SharedPageDto: {
            /** @example 9dfb9e06-4c1c-0b4a-6c4a-1c4f8c2a7f0e */
            key: string;
            /** @example https://cheese.example/cheddar */
            url: string;
            /**
             * @description Registrable domain
             * @example example.org
             */
            domain: string;
            /** @example Cheddar */
            title: string | null;
            /**
             * Format: date-time
             * @description When it was published, as its metas, JSON-LD, microdata or `time` elements say; UTC if they name no zone
             * @example 2026-11-01T12:00:00.000Z
             */
            publishedAt: string | null;
            /**
             * @description Language of the text, ISO 639-1
             * @example en
             */
            language: string | null;
            /**
             * @description Part of the main text in which the words of the search stand, or the keywords of the topic
             * @example Cheddar is a hard cheese.
             */
            excerpt: string | null;
            /**
             * @description Start and end of each of these words in the excerpt, one after the other: UTF-16 units, as JavaScript counts
             * @example [
             *       0,
             *       7,
             *       18,
             *       24
             *     ]
             */
            excerptMarks: number[];
            /** @example 0.5 */
            probability: number;
            /** @example true */
            relevant: boolean;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            firstFoundAt: string;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            lastSeenAt: string;
            /**
             * Format: date-time
             * @description Since when it is known to be gone
             * @example 2026-11-01T12:00:00.000Z
             */
            goneAt: string | null;
            /**
             * @example [
             *       "text"
             *     ]
             */
            tags: string[];
        };
        SharedPagePage: {
            /** @example [] */
            items: components["schemas"]["SharedPageDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        SharedDomainDto: {
            /** @example example.org */
            name: string;
            /** @example 5 */
            pages: number;
            /**
             * @description Relevant pages among them
             * @example 5
             */
            relevant: number;
            /** @example 0.5 */
            share: number | null;
            /**
             * @description Lower end of a 95% interval of the share
             * @example 0.5
             */
            shareAtLeast: number;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            firstFoundAt: string;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            lastFoundAt: string;
            /**
             * @example [
             *       "text"
             *     ]
             */
            tags: string[];
        };
        SharedDomainPage: {
            /** @example [] */
            items: components["schemas"]["SharedDomainDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        CreateShareInput: {
            /**
             * @description For whom it is made
             * @example The cheese museum
             */
            name: string;
            /**
             * @description Whether it shows only relevant pages, and domains with relevant pages
             * @default true
             * @example true
             */
            relevantOnly?: boolean;
            /**
             * @description Days after which it expires
             * @default 30
             * @example 30
             */
            days?: number;
        };
        NewShareDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            id: string;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string;
            /**
             * @description Name of its recipient
             * @example The cheese museum
             */
            name: string;
            /**
             * @description Whether it shows only relevant pages, and domains with relevant pages
             * @example true
             */
            relevantOnly: boolean;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Its token opens nothing from then on
             * @example 2026-11-01T12:00:00.000Z
             */
            expiresAt: string;
            /**
             * @description Goes into the addresses below `/v1/shared`, as `?token=`. It is not shown again
             * @example text
             */
            token: string;
        };
        ShareDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            id: string;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string;
            /**
             * @description Name of its recipient
             * @example The cheese museum
             */
            name: string;
            /**
             * @description Whether it shows only relevant pages, and domains with relevant pages
             * @example true
             */
            relevantOnly: boolean;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Its token opens nothing from then on
             * @example 2026-11-01T12:00:00.000Z
             */
            expiresAt: string;
        };
        SharePage: {
            /** @example [] */
            items: components["schemas"]["ShareDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        PageFilterInput: {
            /**
             * @description Whether it is relevant
             * @example true
             */
            relevant?: boolean;
            /**
             * @description Name of the domain
             * @example cheese.example
             */
            domain?: string;
            /**
             * @description Minimum probability of relevance
             * @example 0.5
             */
            probabilityMin?: number;
            /**
             * @description Maximum probability of relevance
             * @example 0.5
             */
            probabilityMax?: number;
            /**
             * @description Whether it repeats the text of an earlier page
             * @example true
             */
            duplicate?: boolean;
            /**
             * @description Words of title or text: `word`, `"a phrase"`, `-without`, `NOT without`, `or`, brackets, `begin*`, names such as `C++` and `IT`
             * @example cheddar
             */
            search?: string;
            /**
             * @description `page`, or how the fetch failed
             * @example page
             * @enum {string}
             */
            outcome?: "page" | "reused" | "known" | "dns" | "connect" | "tls" | "timeout" | "reset" | "truncated" | "http-error" | "forbidden" | "throttled" | "challenge" | "too-large" | "redirect-limit" | "not-html" | "no-text" | "decode" | "robots-denied" | "robots-unreachable" | "blocked-address" | "invalid-url" | "proxy" | "render-failed" | "render-killed" | "fetcher-died" | "deferred" | "overloaded" | "not-archived" | "aborted" | "duplicate" | "out-of-scope" | "domain-cap" | "login" | "soft-404" | "same-list" | "sitemap" | "sitemap-failed" | "search" | "search-failed";
            /**
             * @description HTTP status of the server's answer
             * @example 100
             */
            httpStatus?: number;
            /**
             * @description Whether it was loaded in Chromium
             * @example true
             */
            rendered?: boolean;
            /**
             * @description Minimum number of links from the seed
             * @example 5
             */
            depthMin?: number;
            /**
             * @description Maximum number of links from the seed
             * @example 5
             */
            depthMax?: number;
            /**
             * @description Step of the page or search whose link was followed
             * @example 5
             */
            sourceStep?: number;
            /**
             * Format: date-time
             * @description Fetched at this time or later
             * @example 2026-11-01T12:00:00.000Z
             */
            fetchedFrom?: string;
            /**
             * Format: date-time
             * @description Fetched before this time
             * @example 2026-11-01T12:00:00.000Z
             */
            fetchedTo?: string;
        };
        DomainFilterInput: {
            /**
             * @description Whether a relevant page was found on it
             * @example true
             */
            relevant?: boolean;
            /**
             * @description Also domains that are known only from links
             * @default false
             * @example false
             */
            unvisited?: boolean;
            /**
             * @description A part of the name; upper and lower case do not matter
             * @example cheddar
             */
            search?: string;
        };
        CreateExportInput: {
            /**
             * @description Contents of the export. wacz and warc need a session that keeps an archive
             * @example pages
             * @enum {string}
             */
            what: "pages" | "domains" | "links" | "wacz" | "warc";
            /**
             * @description Needed for pages, domains and links
             * @example jsonl
             * @enum {string}
             */
            format?: "jsonl" | "csv" | "parquet";
            /**
             * @description As a gzip file. Parquet is compressed within itself
             * @default false
             * @example false
             */
            gzip?: boolean;
            /**
             * @description CSV with a byte order mark, by which spreadsheets know that it is UTF-8
             * @default false
             * @example false
             */
            bom?: boolean;
            /**
             * @description Pages with headings, text and main text
             * @default false
             * @example false
             */
            texts?: boolean;
            /**
             * @description Pages as Markdown too, of the archive where the session keeps one, otherwise of their stored texts
             * @default false
             * @example false
             */
            markdown?: boolean;
            /** @description Only matching pages. Default: all */
            pageFilter?: components["schemas"]["PageFilterInput"];
            /**
             * @description Of pages. Order of the rows. Default: that of discovery, the earliest first; of pages of a session that of completion
             * @example step
             * @enum {string}
             */
            pageSort?: "step" | "completion" | "probability" | "fetchedAt" | "publishedAt" | "depth";
            /**
             * @description Of domains. Order of the rows. Default: that of discovery, the earliest first; of pages of a session that of completion
             * @example relevant
             * @enum {string}
             */
            domainSort?: "relevant" | "fetched" | "harvestRate" | "failed" | "firstStep" | "firstRelevantStep" | "domainNo" | "name";
            /**
             * @description Of pages and domains. Default: that of the list with the same sort
             * @example asc
             * @enum {string}
             */
            order?: "asc" | "desc";
            /** @description Only matching domains. Default: all */
            domainFilter?: components["schemas"]["DomainFilterInput"];
        };
        StoredExportDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            id: string;
            /**
             * Format: uuid
             * @description The session whose results it has; null for exports of a collection
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            sessionId: string | null;
            /**
             * Format: uuid
             * @description The topic whose collection it has; null for exports of a session
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string | null;
            /**
             * @example pages
             * @enum {string}
             */
            what: "pages" | "domains" | "links" | "wacz" | "warc";
            /**
             * @description Format, parts and filters, as the query of the export of the same list that is sent while it is made. Null for archives of sessions
             * @example format=jsonl&relevant=true
             */
            query: string | null;
            /**
             * @example queued
             * @enum {string}
             */
            state: "queued" | "running" | "completed" | "failed";
            /**
             * @description Share that is done. An export of the domains of a session reports it only at the end
             * @example 0.5
             */
            progress: number;
            /**
             * @description Size of the file in bytes. While running: what is written so far
             * @example 0.5
             */
            bytes: number;
            /**
             * @description Pages so far that no archive has, so that an archive of a collection has not either
             * @example 5
             */
            leftOut: number;
            /**
             * @description SHA-256 of the file, hexadecimal. Null until it is completed. In quotes it is the ETag of the file
             * @example text
             */
            sha256: string | null;
            /**
             * @description Name under which the file is downloaded: of its topic and session, with contents and day
             * @example Honey-bees-pages-2026-11-30.csv
             */
            fileName: string;
            /**
             * @description Media type of the file
             * @example application/x-ndjson; charset=utf-8
             */
            mediaType: string;
            /**
             * @description Cause of the failure, if failed
             * @example the model was deleted
             */
            error: string | null;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            finishedAt: string | null;
            /**
             * Format: date-time
             * @description When it is deleted with its file. Null until it has ended
             * @example 2026-11-01T12:00:00.000Z
             */
            expiresAt: string | null;
        };
        StoredExportPage: {
            /** @example [] */
            items: components["schemas"]["StoredExportDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        CollectedPageFilterInput: {
            /**
             * @description Whether it is relevant
             * @example true
             */
            relevant?: boolean;
            /**
             * @description Name of the domain
             * @example cheese.example
             */
            domain?: string;
            /**
             * @description Minimum probability of relevance
             * @example 0.5
             */
            probabilityMin?: number;
            /**
             * @description Maximum probability of relevance
             * @example 0.5
             */
            probabilityMax?: number;
            /**
             * @description Whether it repeats the text of an earlier page
             * @example true
             */
            duplicate?: boolean;
            /**
             * @description Words of title or text: `word`, `"a phrase"`, `-without`, `NOT without`, `or`, brackets, `begin*`, names such as `C++` and `IT`
             * @example cheddar
             */
            search?: string;
            /**
             * Format: date-time
             * @description First found at this time or later
             * @example 2026-11-01T12:00:00.000Z
             */
            foundSince?: string;
            /**
             * Format: uuid
             * @description Only those that neither this session nor one created before it has found
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            newSinceSession?: string;
            /**
             * @description Whether it is of a domain of the topic's seeds: false leaves out the domains that were known from the start
             * @example true
             */
            seedDomain?: boolean;
            /**
             * @description Language of the text, ISO 639-1
             * @example en
             */
            language?: string;
            /**
             * @description true: only pages that people have labelled; false: only others
             * @example true
             */
            labelled?: boolean;
            /**
             * @description Whether it is known to be gone
             * @example true
             */
            gone?: boolean;
            /**
             * Format: date-time
             * @description Its text was seen to have changed at this time or later
             * @example 2026-11-01T12:00:00.000Z
             */
            changedSince?: string;
            /**
             * @description Tagged with this
             * @example text
             */
            tag?: string;
        };
        CollectedDomainFilterInput: {
            /**
             * Format: date-time
             * @description First found at this time or later
             * @example 2026-11-01T12:00:00.000Z
             */
            foundSince?: string;
            /**
             * Format: uuid
             * @description Only those that neither this session nor one created before it has found
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            newSinceSession?: string;
            /**
             * @description Whether it is of a domain of the topic's seeds: false leaves out the domains that were known from the start
             * @example true
             */
            seedDomain?: boolean;
            /**
             * @description Whether a relevant page was found on it
             * @example true
             */
            relevant?: boolean;
            /**
             * @description A part of the name; upper and lower case do not matter
             * @example cheddar
             */
            search?: string;
            /**
             * @description Verdict of people on it
             * @example keep
             * @enum {string}
             */
            verdict?: "keep" | "reject" | "undecided";
            /**
             * @description Tagged with this
             * @example text
             */
            tag?: string;
        };
        CreateCollectionExportInput: {
            /**
             * @description wacz and warc: the newest archived fetch of each page, from the archives of the sessions of the topic that keep one
             * @example pages
             * @enum {string}
             */
            what: "pages" | "domains" | "wacz" | "warc";
            /**
             * @description Needed for pages and domains. urls: one URL in each line, of domains that of the home page. opml: home pages of domains
             * @example csv
             * @enum {string}
             */
            format?: "jsonl" | "csv" | "parquet" | "urls" | "opml";
            /**
             * @description As a gzip file. Parquet is compressed within itself
             * @default false
             * @example false
             */
            gzip?: boolean;
            /**
             * @description CSV with a byte order mark, by which spreadsheets know that it is UTF-8
             * @default false
             * @example false
             */
            bom?: boolean;
            /** @description Only matching pages; for pages, wacz and warc. Default: all */
            pageFilter?: components["schemas"]["CollectedPageFilterInput"];
            /**
             * @description Of pages. Order of the rows. Default: that of discovery, the earliest first; of pages of a session that of completion
             * @example firstFoundAt
             * @enum {string}
             */
            pageSort?: "firstFoundAt" | "lastSeenAt" | "publishedAt" | "probability";
            /**
             * @description Of domains. Order of the rows. Default: that of discovery, the earliest first; of pages of a session that of completion
             * @example relevant
             * @enum {string}
             */
            domainSort?: "relevant" | "pages" | "share" | "firstFoundAt" | "expected" | "ledTo";
            /**
             * @description Of pages and domains. Default: that of the list with the same sort
             * @example asc
             * @enum {string}
             */
            order?: "asc" | "desc";
            /** @description Only matching domains. Default: all */
            domainFilter?: components["schemas"]["CollectedDomainFilterInput"];
        };
        LabellerAgreementDto: {
            /**
             * @description Name of the language model
             * @example llama3.1
             */
            labeller: string;
            /**
             * @example open
             * @enum {string}
             */
            gate: "open" | "too-few" | "low";
            /**
             * @description Examples that it has labelled again without knowing their label
             * @example 5
             */
            compared: number;
            /** @example 5 */
            bothRelevant: number;
            /** @example 5 */
            onlyLabellerRelevant: number;
            /** @example 5 */
            onlyPersonRelevant: number;
            /** @example 5 */
            bothIrrelevant: number;
            /**
             * @description Share of equal labels; null if unknown
             * @example 0.5
             */
            accuracy: number | null;
            /**
             * @description Cohen's kappa: agreement beyond what chance brings. 1: always, 0: as by chance; null if unknown
             * @example 0.5
             */
            kappa: number | null;
            /**
             * @description Lower end of the 95% interval of kappa; null if unknown
             * @example 0.5
             */
            lower: number | null;
            /**
             * @description Upper end of the 95% interval of kappa; null if unknown
             * @example 0.5
             */
            upper: number | null;
            /**
             * @description Pages that it calls relevant and no person has labelled
             * @example 5
             */
            relevant: number;
            /**
             * @description Pages that it calls irrelevant and no person has labelled
             * @example 5
             */
            irrelevant: number;
        };
        LabellerDto: {
            /**
             * @description The configured language model; null if there is none
             * @example text
             */
            labeller: string | null;
            /**
             * @description Calls of the project on this day (UTC)
             * @example 5
             */
            callsToday: number;
            /** @example 5 */
            callsPerDay: number;
            /**
             * @description Required lower end of the interval of kappa
             * @example 0.5
             */
            minKappa: number;
            /**
             * @description Number of labels of people that must be compared
             * @example 5
             */
            minCompared: number;
            /**
             * @description Of each language model that has labelled for the topic
             * @example []
             */
            agreements: components["schemas"]["LabellerAgreementDto"][];
        };
        LabellerLabelDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            id: string;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string;
            /**
             * @description Name of the language model
             * @example text
             */
            labeller: string;
            /**
             * @description null for an example without a URL
             * @example https://cheese.example/cheddar
             */
            url: string | null;
            /** @example Cheddar */
            title: string;
            /** @example true */
            relevant: boolean;
            /**
             * @description As the language model gives it
             * @example rare
             */
            reason: string;
            /**
             * Format: uuid
             * @description The example that it labelled to be compared with a person; null for other pages
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            comparedWith: string | null;
            /**
             * @description Label of a person for the same page, which counts instead of this one; null if there is none
             * @example true
             */
            personRelevant: boolean | null;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            createdAt: string;
        };
        LabellerLabelPage: {
            /** @example [] */
            items: components["schemas"]["LabellerLabelDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        PageLabelInput: {
            /**
             * @description Number of the page within its session
             * @example 5
             */
            step: number;
            /** @example true */
            relevant: boolean;
        };
        LabelPagesInput: {
            /**
             * @example [
             *       {
             *         "step": 0,
             *         "relevant": true
             *       }
             *     ]
             */
            labels: components["schemas"]["PageLabelInput"][];
            /**
             * @description Train the next version of the session's model with them, in the background
             * @default false
             * @example false
             */
            train?: boolean;
        };
        LabelReportDto: {
            /**
             * @description Pages that are new examples
             * @example 5
             */
            created: number;
            /**
             * @description Examples whose label or text has changed
             * @example 5
             */
            updated: number;
            /** @example 5 */
            unchanged: number;
            /**
             * @description Labels that differ from the judgement of the session's model
             * @example 5
             */
            disagreements: number;
            /** @description The version in training, if the call asked for a training */
            model: components["schemas"]["ModelDetailsDto"] | null;
        };
        LabellerRunInput: {
            /**
             * @description Maximum number of calls of the language model, retries included
             * @default 100
             * @example 100
             */
            calls?: number;
            /**
             * @description Number of examples that it labels again without knowing their label, as many relevant as irrelevant ones if there are enough. They come first; those that it has labelled in earlier runs count
             * @default 50
             * @example 50
             */
            compare?: number;
            /**
             * Format: uuid
             * @description Only pages of this session. Default: pages of the newest sessions of the topic
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            sessionId?: string;
        };
        LabelCandidateDto: {
            page: components["schemas"]["PageDto"];
            /**
             * @description Distance of its probability from the threshold of its session's model
             * @example 0.5
             */
            margin: number;
        };
        LabelCandidatePage: {
            /** @example [] */
            items: components["schemas"]["LabelCandidateDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        CreateWebhookInput: {
            /**
             * @description For people
             * @example How cheddar is made
             */
            description?: string;
            /**
             * @description Types of events that it receives. Default of a new webhook: all
             * @example [
             *       "session.ended",
             *       "page.relevant"
             *     ]
             */
            types?: ("session.ended" | "session.state_changed" | "session.saturated" | "page.relevant" | "label.wanted" | "model.trained" | "page.collected" | "domain.found" | "change.seen" | "quota.reached")[];
            /**
             * @description Whether messages are sent. Default of a new webhook: true
             * @example true
             */
            enabled?: boolean;
            /**
             * @description An http or https URL. Addresses that may not be crawled are refused
             * @example https://receiver.example/gleaner
             */
            url: string;
            /**
             * Format: uuid
             * @description Only events of this topic. The webhook is deleted with it
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId?: string;
            /**
             * Format: uuid
             * @description Only events of this session. The webhook is deleted with it
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            sessionId?: string;
        };
        WebhookWithSecretDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            id: string;
            /**
             * @description URL that receives the messages by POST
             * @example https://receiver.example/gleaner
             */
            url: string;
            /**
             * @description For people
             * @example How cheddar is made
             */
            description: string;
            /**
             * @description Types of events that it receives
             * @example [
             *       "session.ended"
             *     ]
             */
            types: ("session.ended" | "session.state_changed" | "session.saturated" | "page.relevant" | "label.wanted" | "model.trained" | "page.collected" | "domain.found" | "change.seen" | "quota.reached")[];
            /**
             * Format: uuid
             * @description Only events of this topic
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string | null;
            /**
             * Format: uuid
             * @description Only events of this session
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            sessionId: string | null;
            /**
             * @description false: no message is written or sent
             * @example true
             */
            enabled: boolean;
            /**
             * @description Why the service switched it off; null: it did not
             * @example gone
             * @enum {string|null}
             */
            disabledReason: "gone" | "failing" | "backlog" | null;
            /**
             * Format: date-time
             * @description When the service switched it off
             * @example 2026-11-01T12:00:00.000Z
             */
            disabledAt: string | null;
            /**
             * Format: date-time
             * @description Since when no attempt has succeeded. Null: the last one did
             * @example 2026-11-01T12:00:00.000Z
             */
            failingSince: string | null;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            updatedAt: string;
            /**
             * @description Signs the messages (HMAC-SHA256). It is not shown again
             * @example whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=
             */
            secret: string;
        };
        WebhookDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            id: string;
            /**
             * @description URL that receives the messages by POST
             * @example https://receiver.example/gleaner
             */
            url: string;
            /**
             * @description For people
             * @example How cheddar is made
             */
            description: string;
            /**
             * @description Types of events that it receives
             * @example [
             *       "session.ended"
             *     ]
             */
            types: ("session.ended" | "session.state_changed" | "session.saturated" | "page.relevant" | "label.wanted" | "model.trained" | "page.collected" | "domain.found" | "change.seen" | "quota.reached")[];
            /**
             * Format: uuid
             * @description Only events of this topic
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string | null;
            /**
             * Format: uuid
             * @description Only events of this session
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            sessionId: string | null;
            /**
             * @description false: no message is written or sent
             * @example true
             */
            enabled: boolean;
            /**
             * @description Why the service switched it off; null: it did not
             * @example gone
             * @enum {string|null}
             */
            disabledReason: "gone" | "failing" | "backlog" | null;
            /**
             * Format: date-time
             * @description When the service switched it off
             * @example 2026-11-01T12:00:00.000Z
             */
            disabledAt: string | null;
            /**
             * Format: date-time
             * @description Since when no attempt has succeeded. Null: the last one did
             * @example 2026-11-01T12:00:00.000Z
             */
            failingSince: string | null;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            updatedAt: string;
        };
        WebhookPage: {
            /** @example [] */
            items: components["schemas"]["WebhookDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        UpdateWebhookInput: {
            /**
             * @description For people
             * @example How cheddar is made
             */
            description?: string;
            /**
             * @description Types of events that it receives. Default of a new webhook: all
             * @example [
             *       "session.ended",
             *       "page.relevant"
             *     ]
             */
            types?: ("session.ended" | "session.state_changed" | "session.saturated" | "page.relevant" | "label.wanted" | "model.trained" | "page.collected" | "domain.found" | "change.seen" | "quota.reached")[];
            /**
             * @description Whether messages are sent. Default of a new webhook: true
             * @example true
             */
            enabled?: boolean;
            /**
             * @description An http or https URL. Addresses that may not be crawled are refused
             * @example https://receiver.example/gleaner
             */
            url?: string;
        };
        RotateWebhookSecretInput: {
            /**
             * @description How long the old secret signs beside the new one, in seconds
             * @default 86400
             * @example 86400
             */
            overlapSeconds?: number;
        };
        WebhookMessageDto: {
            /**
             * Format: uuid
             * @description The header `webhook-id` is `msg_` and this id, at each attempt
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            id: string;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            webhookId: string;
            /**
             * @example session.ended
             * @enum {string}
             */
            type: "session.ended" | "session.state_changed" | "session.saturated" | "page.relevant" | "label.wanted" | "model.trained" | "page.collected" | "domain.found" | "change.seen" | "quota.reached" | "webhook.test";
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string | null;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            sessionId: string | null;
            /**
             * @description The JSON that is sent: `type`, `timestamp`, and `data`, whose shape depends on the type
             * @example {"type":"webhook.test","timestamp":"2026-11-01T00:00:00.000Z","data":{"webhookId":"019ab2c4-d5e6-7f80-91a2-b3c4d5e6f708"}}
             */
            body: string;
            /**
             * @example pending
             * @enum {string}
             */
            state: "pending" | "delivered" | "failed";
            /**
             * @description Attempts so far
             * @example 5
             */
            attempts: number;
            /**
             * Format: date-time
             * @description Earliest time of the next attempt, where one is due and the webhook is switched on. An earlier message of the same session goes first
             * @example 2026-11-01T12:00:00.000Z
             */
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description When it was delivered or given up
             * @example 2026-11-01T12:00:00.000Z
             */
            finishedAt: string | null;
            /**
             * Format: date-time
             * @description When it happened: the `timestamp` of the message
             * @example 2026-11-01T12:00:00.000Z
             */
            createdAt: string;
        };
        ReplayWebhookMessagesInput: {
            /**
             * Format: date-time
             * @description Messages about what happened at this time or later
             * @example 2026-11-01T00:00:00.000Z
             */
            since: string;
        };
        ReplayedMessagesDto: {
            /**
             * @description Number of messages that are delivered again
             * @example 5
             */
            replayed: number;
        };
        WebhookMessagePage: {
            /** @example [] */
            items: components["schemas"]["WebhookMessageDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        WebhookAttemptDto: {
            /**
             * @description Number of the attempt, from 1
             * @example 5
             */
            no: number;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            at: string;
            /**
             * @description Milliseconds
             * @example 5
             */
            durationMs: number;
            /**
             * @description Null: no answer came
             * @example 5
             */
            httpStatus: number | null;
            /**
             * @description delivered: an answer from 200 to 299. refused: another answer. Otherwise what kept an answer away, such as timeout, dns, reset, tls, blocked-address
             * @example delivered
             */
            outcome: string;
            /** @example the model was deleted */
            error: string | null;
            /**
             * @description Up to 500 characters from the beginning of the answer
             * @example Cheddar is a hard cheese.
             */
            excerpt: string | null;
        };
        WebhookAttemptPage: {
            /** @example [] */
            items: components["schemas"]["WebhookAttemptDto"][];
            pageInfo: components["schemas"]["PageInfo"];
            /**
             * @description Number of rows of the whole list under the same filters, counted up to 10000. Only with `total=true`
             * @example 42
             */
            total?: number;
            /**
             * @description false: the list has this number of rows or more. Only with `total=true`
             * @example true
             */
            totalIsExact?: boolean;
        };
        ServiceProcessDto: {
            /**
             * @description The name under which it holds leases
             * @example crawler-1
             */
            name: string;
            /**
             * @example worker
             * @enum {string}
             */
            role: "all" | "api" | "worker" | "fetcher" | "renderer";
            /** @example 0.2.0 */
            version: string;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            startedAt: string;
            /**
             * Format: date-time
             * @description Time of its last heartbeat. A process that has stopped cleanly is not listed
             * @example 2026-11-01T12:00:00.000Z
             */
            seenAt: string;
            /**
             * @description Sessions that it holds
             * @example 5
             */
            sessions: number;
            /**
             * @description Jobs that it holds
             * @example 5
             */
            jobs: number;
            /**
             * Format: date-time
             * @description When the first of its leases ends, unless it is renewed before; null where it holds none. Leases are renewed several times before they end
             * @example 2026-11-01T12:00:00.000Z
             */
            leasesUntil: string | null;
        };
        SessionsStandingDto: {
            /**
             * @example queued
             * @enum {string}
             */
            state: "queued" | "starting" | "running" | "paused" | "completed" | "stopped" | "failed";
            /**
             * @description Null where they are queued: they wait for a worker
             * @example model
             * @enum {string|null}
             */
            waitingFor: "model" | "quota" | "archive-full" | "database-full" | null;
            /** @example 5 */
            count: number;
            /**
             * Format: date-time
             * @description When the oldest of them was created
             * @example 2026-11-01T12:00:00.000Z
             */
            oldestAt: string;
        };
        JobsStandingDto: {
            /**
             * @example train-model
             * @enum {string}
             */
            kind: "train-model" | "make-model" | "train-spider" | "run-experiment" | "expand-keywords" | "suggest-keywords" | "suggest-seeds" | "label-pages" | "switch-model" | "make-export" | "rebuild-collection" | "read-home-page" | "purge-session";
            /**
             * @example queued
             * @enum {string}
             */
            state: "queued" | "running" | "completed" | "failed" | "cancelled";
            /** @example 5 */
            count: number;
            /**
             * Format: date-time
             * @description When the oldest of them was created
             * @example 2026-11-01T12:00:00.000Z
             */
            oldestAt: string;
        };
        LeaseDto: {
            /**
             * @example session
             * @enum {string}
             */
            kind: "session" | "job";
            /**
             * Format: uuid
             * @description Of the session or job
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            id: string;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            projectId: string;
            /**
             * @description Name of the worker
             * @example crawler-1
             */
            owner: string;
            /**
             * Format: date-time
             * @description When the session or job was first started
             * @example 2026-11-01T12:00:00.000Z
             */
            startedAt: string | null;
            /**
             * Format: date-time
             * @description Once it has ended, another worker takes over
             * @example 2026-11-01T12:00:00.000Z
             */
            expiresAt: string;
        };
        WebhooksStandingDto: {
            /**
             * @description Messages that enabled webhooks wait for
             * @example 5
             */
            waiting: number;
            /**
             * @description Messages of webhooks that are switched off
             * @example 5
             */
            held: number;
            /**
             * @description Age of the oldest message that an enabled webhook waits for, seconds
             * @example 0.5
             */
            oldestSeconds: number;
            /**
             * @description Webhooks to which no attempt has succeeded lately
             * @example 5
             */
            failing: number;
            /**
             * @description Webhooks that the service has switched off
             * @example 5
             */
            switchedOff: number;
        };
        ExportsStandingDto: {
            /**
             * @description Files that wait to be made
             * @example 5
             */
            queued: number;
            /**
             * @description Files that are being made
             * @example 5
             */
            running: number;
            /**
             * @description Files that are whole
             * @example 5
             */
            stored: number;
            /**
             * @description Bytes of the files that are whole
             * @example 0.5
             */
            bytes: number;
        };
        SchedulesStandingDto: {
            /**
             * @description Schedules that wait for their due time
             * @example 5
             */
            waiting: number;
            /**
             * @description Schedules that are due
             * @example 5
             */
            due: number;
            /**
             * @description Schedules that a user has paused
             * @example 5
             */
            paused: number;
            /**
             * @description Schedules that were paused after failures
             * @example 5
             */
            failed: number;
            /**
             * @description For how long the earliest due time that no worker has dealt with is over, seconds
             * @example 0.5
             */
            lateSeconds: number;
            /**
             * @description Runs that are to be started, most of them after the run before
             * @example 5
             */
            runsWaiting: number;
        };
        TableSizeDto: {
            /** @example pages */
            name: string;
            /** @example 0.5 */
            bytes: number;
            /**
             * @description Estimated by the database
             * @example 0.5
             */
            estimatedRows: number;
        };
        DatabaseFiguresDto: {
            /**
             * Format: date-time
             * @description The present moment by the clock of the database
             * @example 2026-11-01T12:00:00.000Z
             */
            at: string;
            /**
             * @description Of the whole database. This and the tables are as of at most 10 seconds ago
             * @example 0.5
             */
            bytes: number;
            /**
             * @description Open connections to the server, of all programs
             * @example 5
             */
            connections: number;
            /**
             * @description Connections that the server takes at most
             * @example 5
             */
            maxConnections: number;
            /**
             * Format: date-time
             * @description When the oldest open transaction of this database began; null where there is none
             * @example 2026-11-01T12:00:00.000Z
             */
            oldestTransactionAt: string | null;
            /**
             * @description The 12 largest tables, largest first
             * @example []
             */
            tables: components["schemas"]["TableSizeDto"][];
        };
        OperationsDto: {
            /**
             * @description Version of the process that answers
             * @example 0.2.0
             */
            version: string;
            /**
             * @description Processes with a heartbeat in the last day, the latest first; at most 200
             * @example []
             */
            processes: components["schemas"]["ServiceProcessDto"][];
            /**
             * @description Sessions that have not ended, by state and reason for waiting
             * @example []
             */
            sessions: components["schemas"]["SessionsStandingDto"][];
            /**
             * @description Jobs that have not ended, by kind and state
             * @example []
             */
            jobs: components["schemas"]["JobsStandingDto"][];
            /**
             * @description Leases, those that end first coming first: 200 at most
             * @example []
             */
            leases: components["schemas"]["LeaseDto"][];
            webhooks: components["schemas"]["WebhooksStandingDto"];
            exports: components["schemas"]["ExportsStandingDto"];
            schedules: components["schemas"]["SchedulesStandingDto"];
            /**
             * @description Runs of monitors that are under way
             * @example 5
             */
            monitorRuns: number;
            /**
             * @description Experiments that wait for a worker
             * @example 5
             */
            experimentsQueued: number;
            /**
             * @description Experiments that run
             * @example 5
             */
            experimentsRunning: number;
            database: components["schemas"]["DatabaseFiguresDto"];
        };
        ProblemDetails: {
            /** @example urn:gleaner:problem:validation-failed */
            type: string;
            /** @example Cheddar */
            title: string;
            /** @example 400 */
            status: number;
            /**
             * @description The fault of this request
             * @example name is required; a string of at most 200 characters
             */
            detail: string;
            /**
             * @description Path of the request
             * @example /v1/topics
             */
            instance: string;
            /**
             * @example VALIDATION_FAILED
             * @enum {string}
             */
            code: "VALIDATION_FAILED" | "UNAUTHENTICATED" | "FORBIDDEN" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "NOT_ACCEPTABLE" | "REQUEST_TIMEOUT" | "CONFLICT" | "INVALID_STATE" | "QUOTA_REACHED" | "IDEMPOTENCY_IN_PROGRESS" | "GONE" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RANGE_NOT_SATISFIABLE" | "IDEMPOTENCY_MISMATCH" | "RATE_LIMITED" | "HEADERS_TOO_LARGE" | "INTERNAL" | "UNAVAILABLE" | "QUERY_TIMEOUT";
            /**
             * @description Id of the request in the log
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            requestId?: string;
            /**
             * @description Id of the trace of the request, if the service sends traces
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            traceId?: string;
            /**
             * @description Path of the input that was refused
             * @example name
             */
            field?: string;
            /**
             * @description Allowed values
             * @example a string of at most 200 characters
             */
            allowed?: string;
            /**
             * @example {
             *       "kind": "topic"
             *     }
             */
            details?: {
                [key: string]: unknown;
            };
            /**
             * @description Try again after this number of seconds. The header `Retry-After` has the same value
             * @example 5
             */
            retryAfterSeconds?: number;
        };
        ModelSwitchResultDto: {
            /**
             * @description False if the session had already continued, or if the change was cancelled
             * @example true
             */
            switched: boolean;
        };
        FoundCandidateDto: {
            /** @example Cheddar is a hard cheese. */
            text: string;
            /**
             * @example keyword
             * @enum {string}
             */
            kind: "keyword" | "phrase";
            /**
             * @description `tres`: a word by TRES's expansion; `rake`, `collocation`: a phrase; `seed`: found in the seed pages
             * @example tres
             * @enum {string}
             */
            method: "tres" | "rake" | "collocation" | "seed";
            /**
             * @description Mean cosine with the keywords by which it was found; null if its words have no vectors
             * @example 0.5
             */
            similarity: number | null;
            /**
             * @description How much more frequent it is in relevant pages than in others, in bits. 0: equally frequent, 1: twice as frequent
             * @example 0.5
             */
            lift: number;
            /**
             * @description Number of relevant documents that contain it
             * @example 5
             */
            relevantDocuments: number;
            /**
             * @description Number of irrelevant examples that contain it
             * @example 5
             */
            otherDocuments: number;
            /**
             * @description Number of general texts that contain it
             * @example 5
             */
            backgroundDocuments: number;
            /**
             * @description Effect that it would have as one of the keywords
             * @example helps
             * @enum {string}
             */
            verdict: "helps" | "neutral" | "hurts" | "unseen";
            /** @example rare */
            reason: string;
            /**
             * @description Number of relevant documents that contain it
             * @example 5
             */
            documents: number;
            /**
             * @description Candidates that were not keywords of the topic before
             * @example true
             */
            isNew: boolean;
            /**
             * @description Candidates that became keywords
             * @example true
             */
            accepted: boolean;
        };
        KeywordCountsDto: {
            /**
             * @description Number of pages that were read; a sample if there are more
             * @example 5
             */
            documents: number;
            /**
             * @description Occurrences of keywords per page
             * @example 0.5
             */
            meanCount: number;
            /**
             * @description Different keywords per page
             * @example 0.5
             */
            meanDistinct: number;
            /**
             * @description Share of the pages that contain a keyword
             * @example 0.5
             */
            share: number;
            /**
             * @description Words per page
             * @example 0.5
             */
            meanWords: number;
        };
        ClassPresenceDto: {
            relevant: components["schemas"]["KeywordCountsDto"];
            others: components["schemas"]["KeywordCountsDto"];
        };
        PresenceChangeDto: {
            /** @description With the earlier keywords */
            before: components["schemas"]["ClassPresenceDto"];
            /** @description With the earlier keywords and the acceptable candidates */
            after: components["schemas"]["ClassPresenceDto"];
        };
        FailedExampleDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            exampleId: string;
            /** @example https://cheese.example/cheddar */
            url: string;
            /** @example dns: no such host */
            error: string;
        };
        GatheredExamplesDto: {
            /**
             * @description With text
             * @example 5
             */
            relevant: number;
            /**
             * @description With text
             * @example 5
             */
            irrelevant: number;
            /**
             * @description Examples whose page was fetched for the job
             * @example 5
             */
            fetched: number;
            /**
             * @description Examples for which there was not enough time or memory, and those that a newer label of the same text contradicts
             * @example 5
             */
            leftOut: number;
            /**
             * @description Examples whose page could not be fetched
             * @example 5
             */
            failed: number;
            /**
             * @description The first of them
             * @example []
             */
            failures: components["schemas"]["FailedExampleDto"][];
        };
        ExpansionResultDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            jobId: string;
            /**
             * @description Minimum similarity of a candidate
             * @example 0.5
             */
            threshold: number;
            /** @example [] */
            candidates: components["schemas"]["FoundCandidateDto"][];
            /** @description Number of documents that were read */
            searched: components["schemas"]["SearchedDocumentsDto"];
            /**
             * @description The version of the keywords afterwards, if candidates were applied
             * @example 5
             */
            keywordSetVersion: number | null;
            /**
             * @description Keywords that were left out because they have no word vector
             * @example [
             *       "text"
             *     ]
             */
            unknownKeywords: string[];
            statistics: components["schemas"]["PresenceChangeDto"];
            examples: components["schemas"]["GatheredExamplesDto"];
        };
        FailedSeedDto: {
            /** @example https://cheese.example/cheddar */
            url: string;
            /** @example dns: no such host */
            error: string;
        };
        ReadSeedsDto: {
            /** @example 5 */
            read: number;
            /** @example 5 */
            failed: number;
            /**
             * @description Pages for which there was not enough time
             * @example 5
             */
            leftOut: number;
            /** @example [] */
            failures: components["schemas"]["FailedSeedDto"][];
        };
        SuggestionResultDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            jobId: string;
            /**
             * @description Minimum similarity of a candidate
             * @example 0.5
             */
            threshold: number;
            /** @example [] */
            candidates: components["schemas"]["FoundCandidateDto"][];
            /** @description Number of documents that were read */
            searched: components["schemas"]["SearchedDocumentsDto"];
            /**
             * @description The version of the keywords afterwards, if candidates were applied
             * @example 5
             */
            keywordSetVersion: number | null;
            seeds: components["schemas"]["ReadSeedsDto"];
        };
        ModelJobResultDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            modelId: string;
            /**
             * @example ready
             * @enum {string}
             */
            state: "ready" | "deleted";
            /** @description Results of cross-validation. Absent if an earlier worker had stored the model, and for models made for sessions */
            metrics?: components["schemas"]["ModelMetricsDto"];
            /** @description The examples on which it was trained. Absent if an earlier worker had stored the model, and for models made for sessions */
            examples?: components["schemas"]["GatheredExamplesDto"];
            /** @description Pages of which an earlier model was sure, used as examples. Absent if an earlier worker had stored the model, and for models made for sessions */
            selfTrained?: components["schemas"]["ExampleCountsDto"];
        };
        LabellerRunResultDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            jobId: string;
            /**
             * @description Name of the language model
             * @example text
             */
            labeller: string;
            /**
             * @description Calls made, retries included
             * @example 5
             */
            calls: number;
            /**
             * @description Examples that were labelled again
             * @example 5
             */
            compared: number;
            /**
             * @description Pages of the label queue that it calls relevant
             * @example 5
             */
            relevant: number;
            /**
             * @description Pages of the label queue that it calls irrelevant
             * @example 5
             */
            irrelevant: number;
            /**
             * @description Answers that are no label. Their pages were left out
             * @example 5
             */
            malformed: number;
            /**
             * @example queue
             * @enum {string}
             */
            endedBy: "queue" | "calls" | "day" | "full" | "malformed" | "unavailable";
            /**
             * @description Latest error of the run; null if there was none
             * @example no such host
             */
            message: string | null;
            /** @description Agreement with people over all runs. Unless its gate is open, the labels are kept but not used */
            agreement: components["schemas"]["LabellerAgreementDto"];
        };
        RebuiltCollectionDto: {
            /**
             * @description Pages, with duplicates
             * @example 5
             */
            collectedPages: number;
        };
        ReadHomePageDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string;
            /** @example example.org */
            domain: string;
            /**
             * @description Whether there is a home page now
             * @example true
             */
            read: boolean;
        };
        ExperimentJobResultDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            experimentId: string;
            /**
             * @example completed
             * @enum {string}
             */
            state: "completed" | "cancelled" | "failed" | "deleted";
            /**
             * @description Number of runs of the experiment
             * @example 5
             */
            runs: number;
        };
        SeedSourceReportDto: {
            /**
             * @example searxng
             * @enum {string}
             */
            source: "searxng" | "stored" | "shared-link" | "hub" | "sitemap";
            /**
             * @description Searches, pages whose links were read, or sitemaps
             * @example 5
             */
            asked: number;
            /** @example 5 */
            failed: number;
            /**
             * @description Number of URLs
             * @example 5
             */
            found: number;
            /**
             * @description Why it could not be asked, or the first failure
             * @example no such host
             */
            message: string | null;
        };
        SeedSuggestionResultDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            jobId: string;
            /**
             * @description Queries sent to the sources
             * @example [
             *       "text"
             *     ]
             */
            queries: string[];
            /** @example [] */
            sources: components["schemas"]["SeedSourceReportDto"][];
            /**
             * @description Number of different URLs that all sources found
             * @example 5
             */
            found: number;
            /**
             * @description URLs left out because they are seeds already, were decided before, or are outside of the scope of the newest session
             * @example 5
             */
            leftOut: number;
            /** @description Pages that were fetched to be judged */
            fetchedPages: components["schemas"]["ReadSeedsDto"];
            /**
             * @description Number of candidates that wait for a decision or were accepted
             * @example 5
             */
            proposed: number;
            /**
             * @description Candidates that are judged relevant
             * @example 5
             */
            relevant: number;
            /**
             * @description URLs that became seeds
             * @example [
             *       "text"
             *     ]
             */
            accepted: string[];
        };
        SpiderJobResultDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            spiderId: string;
            /**
             * @example ready
             * @enum {string}
             */
            state: "ready" | "deleted";
            /**
             * @description Number of pages it was trained on. Absent if an earlier worker had stored the spider
             * @example 5
             */
            pages?: number;
            /**
             * @description Number of links between them. Absent if an earlier worker had stored the spider
             * @example 5
             */
            links?: number;
        };
        ExportJobResultDto: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            exportId: string;
            /**
             * @example completed
             * @enum {string}
             */
            state: "completed" | "failed" | "deleted";
        };
        CollectedPageOfEvent: {
            /**
             * @description Names the page within the topic
             * @example 9dfb9e06-4c1c-0b4a-6c4a-1c4f8c2a7f0e
             */
            key: string;
            /**
             * @description The canonical URL after redirects
             * @example https://cheese.example/cheddar
             */
            url: string;
            /**
             * @description Registrable domain
             * @example cheese.example
             */
            domain: string;
            /**
             * @description The first 300 characters of the title
             * @example Brie
             */
            title: string | null;
            /**
             * @description Language of the text, ISO 639-1
             * @example en
             */
            language: string | null;
            /**
             * @description Probability of relevance when it was judged last
             * @example 0.5
             */
            probability: number;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            firstFoundAt: string;
        };
        PageCollectedEvent: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string;
            /**
             * @description From 1 to 50 pages
             * @example []
             */
            pages: components["schemas"]["CollectedPageOfEvent"][];
        };
        FoundDomainOfEvent: {
            /**
             * @description Registrable domain
             * @example cheese
             */
            name: string;
            /**
             * @description Pages in the collection, when the message was written
             * @example 5
             */
            pages: number;
            /**
             * @description Relevant ones among them
             * @example 5
             */
            relevant: number;
            /**
             * Format: date-time
             * @description When its first relevant page was found
             * @example 2026-11-01T12:00:00.000Z
             */
            firstFoundAt: string;
        };
        DomainFoundEvent: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string;
            /**
             * @description From 1 to 50 domains
             * @example []
             */
            domains: components["schemas"]["FoundDomainOfEvent"][];
        };
        ChangeOfEvent: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            id: string;
            /**
             * @example new
             * @enum {string}
             */
            kind: "new" | "changed" | "gone" | "back";
            /** @example https://cheese.example/cheddar */
            url: string;
            /**
             * @description The title after the change, or else before it
             * @example Brie
             */
            title: string | null;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            seenAt: string;
            /** @example 5 */
            linesAdded: number;
            /** @example 5 */
            linesRemoved: number;
            /**
             * @description The beginning of the difference of the texts
             * @example -Brie is a soft cheese.
             *     +Brie is a soft cheese of cow milk.
             */
            difference: string | null;
        };
        ChangeSeenEvent: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            monitorId: string;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            runId: string;
            /**
             * Format: uuid
             * @description The session of the run
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            sessionId: string | null;
            /**
             * Format: uuid
             * @description The session whose pages the monitor began with
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            watchedSessionId: string | null;
            /**
             * @description From 1 to 10 changes
             * @example []
             */
            changes: components["schemas"]["ChangeOfEvent"][];
        };
        SessionEndedEvent: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            sessionId: string;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string;
            /**
             * @description Why the session is in its state
             * @example budget
             * @enum {string|null}
             */
            reason: "budget" | "frontier-empty" | "policy-waits" | "time" | "saturated" | "stopped" | "seeds-unreachable" | "rate-limited" | "proxy-refused" | "model-failed" | "error" | "quota" | null;
            /**
             * @description Cause of the failure: the first 500 characters of the error
             * @example the model was deleted
             */
            error: string | null;
            /**
             * @description Name of the policy
             * @example tres
             */
            policy: string;
            /**
             * @description URLs found
             * @example 5
             */
            found: number;
            /**
             * @description URLs fetched
             * @example 5
             */
            fetched: number;
            /**
             * @description Relevant pages
             * @example 5
             */
            relevant: number;
            /**
             * @description Domains
             * @example 5
             */
            domains: number;
            /**
             * @description Domains with relevant pages
             * @example 5
             */
            relevantDomains: number;
            /**
             * @description Fetches that failed
             * @example 5
             */
            failed: number;
            /**
             * @example completed
             * @enum {string}
             */
            state: "completed" | "stopped" | "failed";
        };
        QuotaReachedEvent: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            sessionId: string;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string;
            /**
             * @description Why the session is in its state
             * @example budget
             * @enum {string|null}
             */
            reason: "budget" | "frontier-empty" | "policy-waits" | "time" | "saturated" | "stopped" | "seeds-unreachable" | "rate-limited" | "proxy-refused" | "model-failed" | "error" | "quota" | null;
            /**
             * @description Cause of the failure: the first 500 characters of the error
             * @example the model was deleted
             */
            error: string | null;
            /**
             * @description Name of the policy
             * @example tres
             */
            policy: string;
            /**
             * @description URLs found
             * @example 5
             */
            found: number;
            /**
             * @description URLs fetched
             * @example 5
             */
            fetched: number;
            /**
             * @description Relevant pages
             * @example 5
             */
            relevant: number;
            /**
             * @description Domains
             * @example 5
             */
            domains: number;
            /**
             * @description Domains with relevant pages
             * @example 5
             */
            relevantDomains: number;
            /**
             * @description Fetches that failed
             * @example 5
             */
            failed: number;
            /**
             * @description The quota that is used up
             * @example stored-pages
             * @enum {string}
             */
            quota: "stored-pages" | "fetches-per-day" | "renders-per-day" | "sessions-running";
        };
        SessionStateChangedEvent: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            sessionId: string;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string;
            /**
             * @description Why the session is in its state
             * @example budget
             * @enum {string|null}
             */
            reason: "budget" | "frontier-empty" | "policy-waits" | "time" | "saturated" | "stopped" | "seeds-unreachable" | "rate-limited" | "proxy-refused" | "model-failed" | "error" | "quota" | null;
            /**
             * @description Cause of the failure: the first 500 characters of the error
             * @example the model was deleted
             */
            error: string | null;
            /**
             * @description The state before; null for a new session
             * @example queued
             * @enum {string|null}
             */
            from: "queued" | "starting" | "running" | "paused" | "completed" | "stopped" | "failed" | null;
            /**
             * @example queued
             * @enum {string}
             */
            to: "queued" | "starting" | "running" | "paused" | "completed" | "stopped" | "failed";
            /**
             * @description The kind of the event of the session
             * @example queued
             * @enum {string}
             */
            kind: "queued" | "started" | "running" | "pause-requested" | "paused" | "resumed" | "stop-requested" | "stopped" | "extended" | "released" | "taken-over" | "completed" | "failed" | "model-switch-requested" | "model-switch-cancelled" | "model-switched" | "model-switch-failed" | "classifier-down" | "classifier-up" | "checkpoint-dropped" | "policy-relearnt" | "database-outage" | "archive-full" | "database-full" | "saturated" | "host-given-up" | "robots-refused" | "retried" | "host-held" | "host-freed";
            /**
             * @description Author of the change of state: user, worker, job, schedule or service
             * @example worker
             */
            by: string | null;
        };
        SessionSaturatedEvent: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            sessionId: string;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string;
            /**
             * @description Pages in the window of the rule
             * @example 5
             */
            window: number;
            /**
             * @description The floor of the harvest rate
             * @example 0.5
             */
            minHarvestRate: number;
            /**
             * @description Confidence of the upper bound
             * @example 0.5
             */
            confidence?: number;
            /**
             * @description Relevant pages in the window
             * @example 5
             */
            relevant: number;
            /**
             * @description Harvest rate of the window
             * @example 0.5
             */
            harvestRate: number;
            /**
             * @description Upper confidence bound of the harvest rate
             * @example 0.5
             */
            upper?: number;
        };
        RelevantPageOfEvent: {
            /**
             * @description Number of the page in the order of the log
             * @example 5
             */
            seq: number;
            /**
             * @description Number of the step that fetched it
             * @example 5
             */
            step: number;
            /**
             * @description The URL after redirects
             * @example https://cheese.example/cheddar
             */
            url: string;
            /** @example cheese.example */
            domain: string;
            /**
             * @description The first 300 characters of the title
             * @example Brie
             */
            title: string | null;
            /**
             * @description The judgement of the model: probability that the page is relevant
             * @example 0.5
             */
            probability: number;
            /**
             * @description Links from the seed
             * @example 5
             */
            depth: number;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            fetchedAt: string;
        };
        PageRelevantEvent: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            sessionId: string;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string;
            /**
             * @description From 1 to 50 pages, oldest first
             * @example []
             */
            pages: components["schemas"]["RelevantPageOfEvent"][];
        };
        WantedLabelOfEvent: {
            /**
             * @description Number of the page in the order of the log
             * @example 5
             */
            seq: number;
            /**
             * @description Number of the step that fetched it
             * @example 5
             */
            step: number;
            /**
             * @description The URL after redirects
             * @example https://cheese.example/cheddar
             */
            url: string;
            /** @example cheese.example */
            domain: string;
            /**
             * @description The first 300 characters of the title
             * @example Brie
             */
            title: string | null;
            /**
             * @description The judgement of the model: probability that the page is relevant
             * @example 0.5
             */
            probability: number;
            /**
             * @description Distance of the probability from the threshold of the model
             * @example 0.5
             */
            margin: number;
        };
        LabelWantedEvent: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            sessionId: string;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string;
            /**
             * @description From 1 to 10 pages, the least certain first
             * @example []
             */
            pages: components["schemas"]["WantedLabelOfEvent"][];
        };
        ModelTrainedEvent: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            modelId: string;
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            topicId: string;
            /**
             * @description Version of the model in its topic
             * @example 5
             */
            version: number;
            /**
             * @description Kind of the relevance model
             * @example linear
             */
            kind: string;
            /**
             * @description Probability from which a page is relevant
             * @example 0.5
             */
            threshold: number;
            /**
             * Format: date-time
             * @example 2026-11-01T12:00:00.000Z
             */
            trainedAt: string;
        };
        WebhookTestEvent: {
            /**
             * Format: uuid
             * @example 0190f4c8-7c1e-7000-8000-3f2504e04f89
             */
            webhookId: string;
        };
    };
    responses: {
        /** @description CONFLICT: Something else has this name, a limit of objects is reached, or another object still needs this one */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:gleaner:problem:conflict",
                 *       "title": "The request conflicts with the present data",
                 *       "status": 409,
                 *       "detail": "Something else has this name, a limit of objects is reached, or another object still needs this one",
                 *       "instance": "/v1/topics",
                 *       "code": "CONFLICT",
                 *       "requestId": "6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b"
                 *     }
                 */
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description CONFLICT: Something else has this name, a limit of objects is reached, or another object still needs this one. IDEMPOTENCY_IN_PROGRESS: Another request with the same `Idempotency-Key` has not been answered yet */
        ConflictOrIdempotencyInProgress: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:gleaner:problem:conflict",
                 *       "title": "The request conflicts with the present data",
                 *       "status": 409,
                 *       "detail": "Something else has this name, a limit of objects is reached, or another object still needs this one",
                 *       "instance": "/v1/topics",
                 *       "code": "CONFLICT",
                 *       "requestId": "6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b"
                 *     }
                 */
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description CONFLICT: Something else has this name, a limit of objects is reached, or another object still needs this one. IDEMPOTENCY_IN_PROGRESS: Another request with the same `Idempotency-Key` has not been answered yet. INVALID_STATE: The object is in a state in which this cannot be done, such as stopping a session that has ended */
        ConflictOrIdempotencyInProgressOrInvalidState: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:gleaner:problem:conflict",
                 *       "title": "The request conflicts with the present data",
                 *       "status": 409,
                 *       "detail": "Something else has this name, a limit of objects is reached, or another object still needs this one",
                 *       "instance": "/v1/topics",
                 *       "code": "CONFLICT",
                 *       "requestId": "6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b"
                 *     }
                 */
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description CONFLICT: Something else has this name, a limit of objects is reached, or another object still needs this one. INVALID_STATE: The object is in a state in which this cannot be done, such as stopping a session that has ended */
        ConflictOrInvalidState: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:gleaner:problem:conflict",
                 *       "title": "The request conflicts with the present data",
                 *       "status": 409,
                 *       "detail": "Something else has this name, a limit of objects is reached, or another object still needs this one",
                 *       "instance": "/v1/topics",
                 *       "code": "CONFLICT",
                 *       "requestId": "6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b"
                 *     }
                 */
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description FORBIDDEN: The key lacks the scope that the call needs, the call is for operators, or a page of another origin sent it */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:gleaner:problem:forbidden",
                 *       "title": "The key does not allow this",
                 *       "status": 403,
                 *       "detail": "The key lacks the scope that the call needs, the call is for operators, or a page of another origin sent it",
                 *       "instance": "/v1/topics",
                 *       "code": "FORBIDDEN",
                 *       "requestId": "6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b"
                 *     }
                 */
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description GONE: Files of an archive or an export are missing, for example after a restore of the database alone */
        Gone: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:gleaner:problem:gone",
                 *       "title": "No longer there",
                 *       "status": 410,
                 *       "detail": "Files of an archive or an export are missing, for example after a restore of the database alone",
                 *       "instance": "/v1/topics",
                 *       "code": "GONE",
                 *       "requestId": "6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b"
                 *     }
                 */
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description IDEMPOTENCY_IN_PROGRESS: Another request with the same `Idempotency-Key` has not been answered yet */
        IdempotencyInProgress: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:gleaner:problem:idempotency-in-progress",
                 *       "title": "The request with this idempotency key is still being worked on",
                 *       "status": 409,
                 *       "detail": "Another request with the same `Idempotency-Key` has not been answered yet",
                 *       "instance": "/v1/topics",
                 *       "code": "IDEMPOTENCY_IN_PROGRESS",
                 *       "requestId": "6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b"
                 *     }
                 */
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description IDEMPOTENCY_IN_PROGRESS: Another request with the same `Idempotency-Key` has not been answered yet. INVALID_STATE: The object is in a state in which this cannot be done, such as stopping a session that has ended */
        IdempotencyInProgressOrInvalidState: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:gleaner:problem:idempotency-in-progress",
                 *       "title": "The request with this idempotency key is still being worked on",
                 *       "status": 409,
                 *       "detail": "Another request with the same `Idempotency-Key` has not been answered yet",
                 *       "instance": "/v1/topics",
                 *       "code": "IDEMPOTENCY_IN_PROGRESS",
                 *       "requestId": "6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b"
                 *     }
                 */
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description IDEMPOTENCY_MISMATCH: The `Idempotency-Key` was used for a different request within the last 7 days */
        IdempotencyMismatch: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:gleaner:problem:idempotency-mismatch",
                 *       "title": "The idempotency key was used for a different request",
                 *       "status": 422,
                 *       "detail": "The `Idempotency-Key` was used for a different request within the last 7 days",
                 *       "instance": "/v1/topics",
                 *       "code": "IDEMPOTENCY_MISMATCH",
                 *       "requestId": "6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b"
                 *     }
                 */
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description INTERNAL: A bug. The log describes it under the `requestId` */
        Internal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:gleaner:problem:internal",
                 *       "title": "Something went wrong on our side",
                 *       "status": 500,
                 *       "detail": "A bug. The log describes it under the `requestId`",
                 *       "instance": "/v1/topics",
                 *       "code": "INTERNAL",
                 *       "requestId": "6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b"
                 *     }
                 */
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description INVALID_STATE: The object is in a state in which this cannot be done, such as stopping a session that has ended */
        InvalidState: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:gleaner:problem:invalid-state",
                 *       "title": "Not possible in this state",
                 *       "status": 409,
                 *       "detail": "The object is in a state in which this cannot be done, such as stopping a session that has ended",
                 *       "instance": "/v1/topics",
                 *       "code": "INVALID_STATE",
                 *       "requestId": "6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b"
                 *     }
                 */
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description INVALID_STATE: The object is in a state in which this cannot be done, such as stopping a session that has ended. QUOTA_REACHED: A quota of the project is used up. `details.quota` names it */
        InvalidStateOrQuotaReached: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:gleaner:problem:invalid-state",
                 *       "title": "Not possible in this state",
                 *       "status": 409,
                 *       "detail": "The object is in a state in which this cannot be done, such as stopping a session that has ended",
                 *       "instance": "/v1/topics",
                 *       "code": "INVALID_STATE",
                 *       "requestId": "6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b"
                 *     }
                 */
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description NOT_ACCEPTABLE: The service has no answer of a type that `Accept` names */
        NotAcceptable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:gleaner:problem:not-acceptable",
                 *       "title": "No answer of an accepted type",
                 *       "status": 406,
                 *       "detail": "The service has no answer of a type that `Accept` names",
                 *       "instance": "/v1/topics",
                 *       "code": "NOT_ACCEPTABLE",
                 *       "requestId": "6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b"
                 *     }
                 */
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description NOT_FOUND: The path, or an object that the call names, does not exist in this project */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:gleaner:problem:not-found",
                 *       "title": "Not found",
                 *       "status": 404,
                 *       "detail": "The path, or an object that the call names, does not exist in this project",
                 *       "instance": "/v1/topics",
                 *       "code": "NOT_FOUND",
                 *       "requestId": "6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b"
                 *     }
                 */
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description PAYLOAD_TOO_LARGE: The body is larger than this call allows */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:gleaner:problem:payload-too-large",
                 *       "title": "The request is too large",
                 *       "status": 413,
                 *       "detail": "The body is larger than this call allows",
                 *       "instance": "/v1/topics",
                 *       "code": "PAYLOAD_TOO_LARGE",
                 *       "requestId": "6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b"
                 *     }
                 */
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description PRECONDITION_FAILED: `If-Match` does not name the present state: somebody else has changed the object */
        PreconditionFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:gleaner:problem:precondition-failed",
                 *       "title": "Changed since it was read",
                 *       "status": 412,
                 *       "detail": "`If-Match` does not name the present state: somebody else has changed the object",
                 *       "instance": "/v1/topics",
                 *       "code": "PRECONDITION_FAILED",
                 *       "requestId": "6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b"
                 *     }
                 */
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description RANGE_NOT_SATISFIABLE: `Range` begins after the end of the file */
        RangeNotSatisfiable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:gleaner:problem:range-not-satisfiable",
                 *       "title": "The range lies outside",
                 *       "status": 416,
                 *       "detail": "`Range` begins after the end of the file",
                 *       "instance": "/v1/topics",
                 *       "code": "RANGE_NOT_SATISFIABLE",
                 *       "requestId": "6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b"
                 *     }
                 */
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description RATE_LIMITED: More calls in a minute than `RATE_LIMIT_PER_MINUTE` allows */
        RateLimited: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:gleaner:problem:rate-limited",
                 *       "title": "Too many requests",
                 *       "status": 429,
                 *       "detail": "More calls in a minute than `RATE_LIMIT_PER_MINUTE` allows",
                 *       "instance": "/v1/topics",
                 *       "code": "RATE_LIMITED",
                 *       "requestId": "6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b"
                 *     }
                 */
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description UNAUTHENTICATED: The call has no key, or one that is unknown, expired or revoked. Without API_KEYS: a page of another site sent the call, or it names a foreign host */
        Unauthenticated: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:gleaner:problem:unauthenticated",
                 *       "title": "A valid key is needed",
                 *       "status": 401,
                 *       "detail": "The call has no key, or one that is unknown, expired or revoked. Without API_KEYS: a page of another site sent the call, or it names a foreign host",
                 *       "instance": "/v1/topics",
                 *       "code": "UNAUTHENTICATED",
                 *       "requestId": "6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b"
                 *     }
                 */
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description UNAVAILABLE: The database, or the classifier of a model, cannot be reached or has no room, or too many operations are running */
        Unavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:gleaner:problem:unavailable",
                 *       "title": "Not available at the moment",
                 *       "status": 503,
                 *       "detail": "The database, or the classifier of a model, cannot be reached or has no room, or too many operations are running",
                 *       "instance": "/v1/topics",
                 *       "code": "UNAVAILABLE",
                 *       "requestId": "6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b"
                 *     }
                 */
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description UNSUPPORTED_MEDIA_TYPE: The body is compressed, or its content type is not supported by this call */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:gleaner:problem:unsupported-media-type",
                 *       "title": "A body of this type is not read here",
                 *       "status": 415,
                 *       "detail": "The body is compressed, or its content type is not supported by this call",
                 *       "instance": "/v1/topics",
                 *       "code": "UNSUPPORTED_MEDIA_TYPE",
                 *       "requestId": "6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b"
                 *     }
                 */
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
        /** @description VALIDATION_FAILED: A parameter, a field of the body or an argument is not valid. `field` names it, `allowed` says what is accepted, `details.errors` lists further ones */
        ValidationFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "urn:gleaner:problem:validation-failed",
                 *       "title": "The request is not valid",
                 *       "status": 400,
                 *       "detail": "A parameter, a field of the body or an argument is not valid. `field` names it, `allowed` says what is accepted, `details.errors` lists further ones",
                 *       "instance": "/v1/topics",
                 *       "code": "VALIDATION_FAILED",
                 *       "requestId": "6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b"
                 *     }
                 */
                "application/problem+json": components["schemas"]["ProblemDetails"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    HealthController_live: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
        };
    };
    HealthController_ready: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    getCurrentProject: {
        parameters: {
            query?: {
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `id,name` */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProjects: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `id,name` */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectPage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated call with the same key gets the answer of the first call. Callers with different API keys do not share keys; for example `6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b` */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "dairy"
                 *     }
                 */
                "application/json": components["schemas"]["ProjectInput"];
            };
        };
        responses: {
            201: {
                headers: {
                    /** @description Present if this `Idempotency-Key` was used before: the answer is the one given then */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProject: {
        parameters: {
            query?: {
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `id,name` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the state on which the change is based; for example `"4cLZb3hHqLzqk1fP2yXo"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["InvalidState"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the state on which the change is based; for example `"4cLZb3hHqLzqk1fP2yXo"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "dairies",
                 *       "quotas": {
                 *         "sessionsRunning": 4,
                 *         "fetchesPerDay": 100000,
                 *         "storedPages": null
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpdateProjectInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `id,projectId` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Only results with this projectId */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyPage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated call with the same key gets the answer of the first call. Callers with different API keys do not share keys; for example `6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b` */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Only results with this projectId */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "nightly export",
                 *       "scopes": [
                 *         "read"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateApiKeyInput"];
            };
        };
        responses: {
            201: {
                headers: {
                    /** @description Present if this `Idempotency-Key` was used before: the answer is the one given then */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKeyDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getApiKey: {
        parameters: {
            query?: {
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `id,projectId` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Only results with this projectId */
                projectId: string;
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Only results with this projectId */
                projectId: string;
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Only results with this projectId */
                projectId: string;
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "overlapSeconds": 3600
                 *     }
                 */
                "application/json": components["schemas"]["RotateApiKeyInput"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKeyDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["InvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Only changes by this actor; for example `text` */
                actor?: string;
                /** @description Only changes of such objects; for example `project` */
                object?: "project" | "api-key" | "topic" | "model" | "session" | "job" | "spider" | "experiment" | "schedule" | "session-template" | "keyword-set" | "keyword-candidate" | "seed-candidate" | "example" | "monitor" | "export" | "remark" | "share" | "webhook" | "webhook-secret" | "webhook-message";
                /** @description Only such changes; for example `insert` */
                change?: "insert" | "update" | "delete";
                /** @description Id of an object that was changed, of those that an entry names; for example `0190f4c8-7c1e-7000-8000-3f2504e04f89` */
                objectId?: string;
                /** @description Changed at this time or later; for example `2026-11-01T12:00:00.000Z` */
                from?: string;
                /** @description Changed before this time; for example `2026-11-01T12:00:00.000Z` */
                to?: string;
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `id,createdAt` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Only results with this projectId */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntryPage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportAuditLog: {
        parameters: {
            query: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Only changes by this actor; for example `text` */
                actor?: string;
                /** @description Only changes of such objects; for example `project` */
                object?: "project" | "api-key" | "topic" | "model" | "session" | "job" | "spider" | "experiment" | "schedule" | "session-template" | "keyword-set" | "keyword-candidate" | "seed-candidate" | "example" | "monitor" | "export" | "remark" | "share" | "webhook" | "webhook-secret" | "webhook-message";
                /** @description Only such changes; for example `insert` */
                change?: "insert" | "update" | "delete";
                /** @description Id of an object that was changed, of those that an entry names; for example `0190f4c8-7c1e-7000-8000-3f2504e04f89` */
                objectId?: string;
                /** @description Changed at this time or later; for example `2026-11-01T12:00:00.000Z` */
                from?: string;
                /** @description Changed before this time; for example `2026-11-01T12:00:00.000Z` */
                to?: string;
                /** @description Only results with this format */
                format: "jsonl" | "csv" | "parquet";
            };
            header?: never;
            path: {
                /** @description Only results with this projectId */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {"id":"0190f4c8-7c1e-7000-8000-3f2504e04f89","createdAt":"2026-11-01T12:00:00.000Z","actor":"text","address":"text","requestId":"0190f4c8-7c1e-7000-8000-3f2504e04f89","call":"POST /v1/topics","object":"project","change":"insert","rows":5,"ids":["0190f4c8-7c1e-7000-8000-3f2504e04f89"]} */
                    "application/x-ndjson": string;
                    /**
                     * @example id,createdAt,actor,address,requestId,call,object,change,rows,ids
                     *     0190f4c8-7c1e-7000-8000-3f2504e04f89,2026-11-01T12:00:00.000Z,text,text,0190f4c8-7c1e-7000-8000-3f2504e04f89,POST /v1/topics,project,insert,5,
                     */
                    "text/csv": string;
                    "application/vnd.apache.parquet": string;
                    "application/gzip": string;
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProjectUsage: {
        parameters: {
            query?: {
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `day,resetsAt` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Only results with this projectId */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectUsageDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTopics: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description A part of the name; upper and lower case do not matter; for example `cheddar` */
                search?: string;
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `id,name` */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopicPage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createTopic: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated call with the same key gets the answer of the first call. Callers with different API keys do not share keys; for example `6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b` */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Cheese",
                 *       "description": "How cheese is made, and by whom",
                 *       "language": "en",
                 *       "keywords": [
                 *         "cheese",
                 *         "cheddar",
                 *         "rennet"
                 *       ],
                 *       "seeds": [
                 *         "https://cheese.example/"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateTopicInput"];
            };
        };
        responses: {
            201: {
                headers: {
                    /** @description Present if this `Idempotency-Key` was used before: the answer is the one given then */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopicDetailsDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTopic: {
        parameters: {
            query?: {
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `id,name` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopicDetailsDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteTopic: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the state on which the change is based; for example `"4cLZb3hHqLzqk1fP2yXo"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateTopic: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the state on which the change is based; for example `"4cLZb3hHqLzqk1fP2yXo"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "How cheese is made"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateTopicInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopicDetailsDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getKeywords: {
        parameters: {
            query?: {
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `id,topicId` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the topic */
                topicId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeywordSetDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    putKeywords: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the keywords on which the edit is based; for example `"4cLZb3hHqLzqk1fP2yXo"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the topic */
                topicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "keywords": [
                 *         "cheese",
                 *         "cheddar",
                 *         "rennet",
                 *         "curd"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PutKeywordsInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeywordSetDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listKeywordSets: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `id,topicId` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the topic */
                topicId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeywordSetPage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getKeywordSet: {
        parameters: {
            query?: {
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `id,topicId` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the topic */
                topicId: string;
                /** @description Version of the keywords. The first is 1 */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeywordSetDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    expandKeywords: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated call with the same key gets the answer of the first call. Callers with different API keys do not share keys; for example `6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b` */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the topic */
                topicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "apply": false,
                 *       "minDocuments": 2
                 *     }
                 */
                "application/json": components["schemas"]["ExpandKeywordsInput"];
            };
        };
        responses: {
            202: {
                headers: {
                    /** @description Present if this `Idempotency-Key` was used before: the answer is the one given then */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyInProgressOrInvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listKeywordCandidates: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Whether it was decided, and how; for example `pending` */
                state?: "pending" | "accepted" | "rejected";
                /** @description How it was found; for example `tres` */
                method?: "tres" | "rake" | "collocation" | "seed";
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `text,kind` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the topic */
                topicId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeywordCandidatePage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    decideKeywordCandidates: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the keywords on which the decision is based; for example `"4cLZb3hHqLzqk1fP2yXo"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the topic */
                topicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "accept": [
                 *         "goat cheese"
                 *       ],
                 *       "reject": [
                 *         "cookie policy"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["DecideCandidatesInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecisionReportDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    suggestKeywords: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated call with the same key gets the answer of the first call. Callers with different API keys do not share keys; for example `6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b` */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the topic */
                topicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "apply": false,
                 *       "maxKeywords": 20
                 *     }
                 */
                "application/json": components["schemas"]["SuggestKeywordsInput"];
            };
        };
        responses: {
            202: {
                headers: {
                    /** @description Present if this `Idempotency-Key` was used before: the answer is the one given then */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyInProgressOrInvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getKeywordSetStatistics: {
        parameters: {
            query?: {
                /** @description Also count in the pages of this session, relevant or not as the session judged them; for example `0190f4c8-7c1e-7000-8000-3f2504e04f89` */
                sessionId?: string;
                /** @description Maximum number of pages of each class that are read */
                pages?: number;
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `topicId,version` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the topic */
                topicId: string;
                /** @description Version of the keywords. The first is 1 */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeywordSetStatisticsDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listExamples: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Only examples with this label; for example `true` */
                relevant?: boolean;
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `id,topicId` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the topic */
                topicId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExamplePage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    addExample: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated call with the same key gets the answer of the first call. Callers with different API keys do not share keys; for example `6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b` */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the topic */
                topicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://cheese.example/cheddar",
                 *       "title": "Cheddar",
                 *       "text": "Cheddar is a hard cheese, made of curd that is cut and stacked.",
                 *       "relevant": true
                 *     }
                 */
                "application/json": components["schemas"]["AddExampleInput"];
            };
        };
        responses: {
            201: {
                headers: {
                    /** @description Present if this `Idempotency-Key` was used before: the answer is the one given then */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExampleDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    importExamples: {
        parameters: {
            query?: {
                /** @description true: if one line cannot be imported, nothing is imported */
                atomic?: boolean;
            };
            header?: {
                /** @description A repeated call with the same key gets the answer of the first call. Callers with different API keys do not share keys; for example `6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b` */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the topic */
                topicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-ndjson": string;
            };
        };
        responses: {
            200: {
                headers: {
                    /** @description Present if this `Idempotency-Key` was used before: the answer is the one given then */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportReportDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getExample: {
        parameters: {
            query?: {
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `id,topicId` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the topic */
                topicId: string;
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExampleDetailsDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteExample: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the state on which the change is based; for example `"4cLZb3hHqLzqk1fP2yXo"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the topic */
                topicId: string;
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateExample: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the state on which the change is based; for example `"4cLZb3hHqLzqk1fP2yXo"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the topic */
                topicId: string;
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "relevant": false
                 *     }
                 */
                "application/json": components["schemas"]["UpdateExampleInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExampleDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRelevanceModels: {
        parameters: {
            query?: {
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `kind,version` */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RelevanceKindPage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listModels: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `id,topicId` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the topic */
                topicId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelPage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    trainModel: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated call with the same key gets the answer of the first call. Callers with different API keys do not share keys; for example `6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b` */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the topic */
                topicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "keyword-vectors"
                 *     }
                 */
                "application/json": components["schemas"]["TrainModelInput"];
            };
        };
        responses: {
            202: {
                headers: {
                    /** @description Present if this `Idempotency-Key` was used before: the answer is the one given then */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelDetailsDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyInProgressOrInvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listJobs: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `id,kind` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the topic */
                topicId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobPage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    compareModels: {
        parameters: {
            query: {
                /** @description 2 to 10 ids, separated by commas. The others are compared with the first */
                ids: string;
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `models,figures` */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelComparisonDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getModel: {
        parameters: {
            query?: {
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `id,topicId` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelDetailsDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteModel: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the state on which the change is based; for example `"4cLZb3hHqLzqk1fP2yXo"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    judgeDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Brie",
                 *       "text": "Brie is a soft cheese of cow milk."
                 *     }
                 */
                "application/json": components["schemas"]["DocumentInputDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelJudgementDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["InvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getJob: {
        parameters: {
            query?: {
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `id,kind` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the state on which the change is based; for example `"4cLZb3hHqLzqk1fP2yXo"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["InvalidState"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPolicies: {
        parameters: {
            query?: {
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `name,version` */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPolicy: {
        parameters: {
            query?: {
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `name,version` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Name of the object */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRecordedWebs: {
        parameters: {
            query?: {
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `name,bytes` */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordedWebPage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    suggestSeeds: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated call with the same key gets the answer of the first call. Callers with different API keys do not share keys; for example `6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b` */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the topic */
                topicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "most": 50,
                 *       "perDomain": 3
                 *     }
                 */
                "application/json": components["schemas"]["SuggestSeedsInput"];
            };
        };
        responses: {
            202: {
                headers: {
                    /** @description Present if this `Idempotency-Key` was used before: the answer is the one given then */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyInProgressOrInvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSeedCandidates: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Whether it was decided, and how; for example `pending` */
                state?: "pending" | "accepted" | "rejected";
                /** @description Only candidates that this source found; for example `searxng` */
                source?: "searxng" | "stored" | "shared-link" | "hub" | "sitemap";
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `id,topicId` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the topic */
                topicId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeedCandidatePage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    decideSeedCandidates: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the topic */
                topicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "accept": [
                 *         "https://cheese.example/makers"
                 *       ],
                 *       "reject": [
                 *         "https://shop.example/"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["DecideSeedsInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeedDecisionsDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSpiders: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `id,name` */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpiderPage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    trainSpider: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated call with the same key gets the answer of the first call. Callers with different API keys do not share keys; for example `6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b` */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "cheese",
                 *       "sessions": [
                 *         "0190f4c8-7c1e-7000-8000-3f2504e04f89"
                 *       ],
                 *       "bins": 4
                 *     }
                 */
                "application/json": components["schemas"]["TrainSpiderInput"];
            };
        };
        responses: {
            202: {
                headers: {
                    /** @description Present if this `Idempotency-Key` was used before: the answer is the one given then */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpiderDetailsDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSpider: {
        parameters: {
            query?: {
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `id,name` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpiderDetailsDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSpider: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the state on which the change is based; for example `"4cLZb3hHqLzqk1fP2yXo"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTopicSessions: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Only sessions in this state; for example `queued` */
                state?: "queued" | "starting" | "running" | "paused" | "completed" | "stopped" | "failed";
                /** @description Only sessions that this started; for example `user` */
                startedBy?: "user" | "schedule" | "monitor";
                /** @description Words that all occur in the name of the session, the name of its topic, or the policy; upper and lower case do not matter; for example `cheddar` */
                search?: string;
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `state,stateReason` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionPage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated call with the same key gets the answer of the first call. Callers with different API keys do not share keys; for example `6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b` */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "policy": "tres",
                 *       "budget": {
                 *         "fetches": 50
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateSessionInput"];
            };
        };
        responses: {
            202: {
                headers: {
                    /** @description The session */
                    Location?: string;
                    /** @description Present if this `Idempotency-Key` was used before: the answer is the one given then */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyInProgressOrInvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Only sessions in this state; for example `queued` */
                state?: "queued" | "starting" | "running" | "paused" | "completed" | "stopped" | "failed";
                /** @description Only sessions that this started; for example `user` */
                startedBy?: "user" | "schedule" | "monitor";
                /** @description Words that all occur in the name of the session, the name of its topic, or the policy; upper and lower case do not matter; for example `cheddar` */
                search?: string;
                /** @description Only sessions of this topic; for example `0190f4c8-7c1e-7000-8000-3f2504e04f89` */
                topicId?: string;
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `state,stateReason` */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionPage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSession: {
        parameters: {
            query?: {
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `state,stateReason` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the state on which the change is based; for example `"4cLZb3hHqLzqk1fP2yXo"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["InvalidState"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the state on which the change is based; for example `"4cLZb3hHqLzqk1fP2yXo"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "cheese of Normandy",
                 *       "note": "A wider scope than the session before"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateSessionInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    switchModel: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the state on which the change is based; for example `"4cLZb3hHqLzqk1fP2yXo"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "modelId": "0190f4c8-7c1e-7000-8000-3f2504e04f89"
                 *     }
                 */
                "application/json": components["schemas"]["SwitchModelInput"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["InvalidState"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSessionEvents: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Only events of this kind; for example `queued` */
                kind?: "queued" | "started" | "running" | "pause-requested" | "paused" | "resumed" | "stop-requested" | "stopped" | "extended" | "released" | "taken-over" | "completed" | "failed" | "model-switch-requested" | "model-switch-cancelled" | "model-switched" | "model-switch-failed" | "classifier-down" | "classifier-up" | "checkpoint-dropped" | "policy-relearnt" | "database-outage" | "archive-full" | "database-full" | "saturated" | "host-given-up" | "robots-refused" | "retried" | "host-held" | "host-freed";
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `no,at` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionEventPage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSeedOutcomes: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `position,url` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeedOutcomePage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    pauseSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the state on which the change is based; for example `"4cLZb3hHqLzqk1fP2yXo"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["InvalidState"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    resumeSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the state on which the change is based; for example `"4cLZb3hHqLzqk1fP2yXo"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["InvalidStateOrQuotaReached"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    stopSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the state on which the change is based; for example `"4cLZb3hHqLzqk1fP2yXo"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["InvalidState"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    extendSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated call with the same key gets the answer of the first call. Callers with different API keys do not share keys; for example `6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b` */
                "Idempotency-Key"?: string;
                /** @description ETag of the state on which the change is based; for example `"4cLZb3hHqLzqk1fP2yXo"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fetches": 50
                 *     }
                 */
                "application/json": components["schemas"]["ExtendSessionInput"];
            };
        };
        responses: {
            202: {
                headers: {
                    /** @description Present if this `Idempotency-Key` was used before: the answer is the one given then */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyInProgressOrInvalidState"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSessionTemplates: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `id,name` */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionTemplatePage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSessionTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated call with the same key gets the answer of the first call. Callers with different API keys do not share keys; for example `6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b` */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "slow and deep",
                 *       "settings": {
                 *         "policy": "prospector",
                 *         "budget": {
                 *           "fetches": 500
                 *         },
                 *         "domainCap": 20,
                 *         "hostDelayMs": 5000
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateSessionTemplateInput"];
            };
        };
        responses: {
            201: {
                headers: {
                    /** @description Present if this `Idempotency-Key` was used before: the answer is the one given then */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionTemplateDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSessionTemplate: {
        parameters: {
            query?: {
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `id,name` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionTemplateDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSessionTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the state on which the change is based; for example `"4cLZb3hHqLzqk1fP2yXo"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateSessionTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the state on which the change is based; for example `"4cLZb3hHqLzqk1fP2yXo"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "settings": {
                 *         "budget": {
                 *           "fetches": 1000
                 *         },
                 *         "scope": {
                 *           "maxDepth": 3
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpdateSessionTemplateInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionTemplateDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    streamSession: {
        parameters: {
            query?: {
                /** @description start: all relevant pages and events of the session so far, then new ones. now: only new ones */
                from?: "start" | "now";
                /** @description Continue after this item: an `id` of this stream, such as 1204.87.5f3c9a01; for example `1204.87.5f3c9a01` */
                after?: string;
            };
            header?: {
                /** @description Continue after this item, without gaps or repeats: an `id` of this stream, such as 1204.87.5f3c9a01. Takes precedence over `after`; for example `1204.87.5f3c9a01` */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events, each as below. The data of `end` is the state in which the session ended, as `reason` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": {
                        /**
                         * @description Position of the item; a stream with it as Last-Event-ID continues after it
                         * @example 1204.87.5f3c9a01
                         */
                        id?: string;
                        /** @enum {string} */
                        event?: "progress" | "page" | "event" | "end";
                        data?: components["schemas"]["SessionProgressDto"] | components["schemas"]["RelevantPageDto"] | components["schemas"]["SessionEventDto"];
                    };
                };
            };
            /** @description The session has ended and everything was sent before `Last-Event-ID`: browsers do not connect again */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getLearnedState: {
        parameters: {
            query?: {
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `completed,takenAt` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LearnedStateDto"];
                };
            };
            /** @description The policy has learnt nothing yet */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSchedules: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `id,name` */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SchedulePage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated call with the same key gets the answer of the first call. Callers with different API keys do not share keys; for example `6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b` */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "cheese of the week",
                 *       "cron": "30 6 * * MON",
                 *       "timeZone": "Europe/Berlin",
                 *       "action": {
                 *         "session": {
                 *           "topicId": "0190f4c8-7c1e-7000-8000-3f2504e04f89",
                 *           "budget": {
                 *             "fetches": 500
                 *           }
                 *         }
                 *       },
                 *       "missed": "once"
                 *     }
                 */
                "application/json": components["schemas"]["CreateScheduleInput"];
            };
        };
        responses: {
            201: {
                headers: {
                    /** @description Present if this `Idempotency-Key` was used before: the answer is the one given then */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["ConflictOrIdempotencyInProgressOrInvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewSchedule: {
        parameters: {
            query: {
                /** @description Number of due times */
                count?: number;
                /** @description Cron expression of five fields: minute, hour, day of month, month, day of week; or @hourly, @daily, @weekly, @monthly, @yearly */
                cron: string;
                /** @description IANA time zone in which the expression is read */
                timeZone: string;
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `dueAt` */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NextRunsDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSchedule: {
        parameters: {
            query?: {
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `id,name` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the state on which the change is based; for example `"4cLZb3hHqLzqk1fP2yXo"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the state on which the change is based; for example `"4cLZb3hHqLzqk1fP2yXo"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cron": "0 5 * * *",
                 *       "overlap": "queue"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateScheduleInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["ConflictOrInvalidState"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    pauseSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the state on which the change is based; for example `"4cLZb3hHqLzqk1fP2yXo"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    resumeSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the state on which the change is based; for example `"4cLZb3hHqLzqk1fP2yXo"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getNextRuns: {
        parameters: {
            query?: {
                /** @description Number of due times */
                count?: number;
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `dueAt` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NextRunsDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listScheduleRuns: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Only runs in this state; for example `waiting` */
                state?: "waiting" | "started" | "failed" | "skipped-missed" | "skipped-overlap" | "skipped-paused";
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `id,scheduleId` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleRunPage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMonitors: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `id,topicId` */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MonitorPage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createMonitor: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated call with the same key gets the answer of the first call. Callers with different API keys do not share keys; for example `6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b` */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "topicId": "0190f4c8-7c1e-7000-8000-3f2504e04f89",
                 *       "name": "cheese, weekly",
                 *       "fetches": 100
                 *     }
                 */
                "application/json": components["schemas"]["CreateMonitorInput"];
            };
        };
        responses: {
            201: {
                headers: {
                    /** @description Present if this `Idempotency-Key` was used before: the answer is the one given then */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MonitorDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["ConflictOrIdempotencyInProgressOrInvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMonitor: {
        parameters: {
            query?: {
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `id,topicId` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MonitorDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteMonitor: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the state on which the change is based; for example `"4cLZb3hHqLzqk1fP2yXo"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateMonitor: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the state on which the change is based; for example `"4cLZb3hHqLzqk1fP2yXo"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "maxHours": 168
                 *     }
                 */
                "application/json": components["schemas"]["UpdateMonitorInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MonitorDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMonitorRuns: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `id,monitorId` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MonitorRunPage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    runMonitor: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated call with the same key gets the answer of the first call. Callers with different API keys do not share keys; for example `6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b` */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "all": true
                 *     }
                 */
                "application/json": components["schemas"]["RunMonitorInput"];
            };
        };
        responses: {
            202: {
                headers: {
                    /** @description Present if this `Idempotency-Key` was used before: the answer is the one given then */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MonitorRunDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyInProgressOrInvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMonitorPages: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `id,url` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WatchedPagePage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMonitorChanges: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Only changes of this kind; for example `new` */
                kind?: "new" | "changed" | "gone" | "back";
                /** @description Noted at this time or later; for example `2026-11-01T12:00:00.000Z` */
                since?: string;
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `id,monitorId` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeenChangePage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMonitorFeedJson: {
        parameters: {
            query?: {
                /** @description Token of the feed, for readers that send no key; for example `text` */
                token?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /** @example {"version":"https://jsonfeed.org/version/1","title":"Cheese","items":[{"id":"urn:gleaner:page:1","url":"https://cheese.example/cheddar","title":"Cheddar"}]} */
                    "application/feed+json": string;
                    /** @example {"version":"https://jsonfeed.org/version/1","title":"Cheese","items":[{"id":"urn:gleaner:page:1","url":"https://cheese.example/cheddar","title":"Cheddar"}]} */
                    "application/json": string;
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMonitorFeedRss: {
        parameters: {
            query?: {
                /** @description Token of the feed, for readers that send no key; for example `text` */
                token?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example <?xml version="1.0" encoding="utf-8"?>
                     *     <rss version="2.0"><channel><title>Cheese</title><item><title>Cheddar</title><link>https://cheese.example/cheddar</link></item></channel></rss>
                     */
                    "application/rss+xml": string;
                    /**
                     * @example <?xml version="1.0" encoding="utf-8"?>
                     *     <rss version="2.0"><channel><title>Cheese</title><item><title>Cheddar</title><link>https://cheese.example/cheddar</link></item></channel></rss>
                     */
                    "text/xml": string;
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMonitorFeedAtom: {
        parameters: {
            query?: {
                /** @description Token of the feed, for readers that send no key; for example `text` */
                token?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example <?xml version="1.0" encoding="utf-8"?>
                     *     <feed xmlns="http://www.w3.org/2005/Atom"><title>Cheese</title><entry><title>Cheddar</title><link href="https://cheese.example/cheddar"></link></entry></feed>
                     */
                    "application/atom+xml": string;
                    /**
                     * @example <?xml version="1.0" encoding="utf-8"?>
                     *     <feed xmlns="http://www.w3.org/2005/Atom"><title>Cheese</title><entry><title>Cheddar</title><link href="https://cheese.example/cheddar"></link></entry></feed>
                     */
                    "text/xml": string;
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createFeedToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedTokenDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeFeedToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listExperiments: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `id,name` */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentPage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createExperiment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated call with the same key gets the answer of the first call. Callers with different API keys do not share keys; for example `6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b` */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "web": {
                 *         "synthetic": "pages=2000,seed=3"
                 *       },
                 *       "policies": [
                 *         {
                 *           "policy": "best-first"
                 *         },
                 *         {
                 *           "policy": "tres"
                 *         }
                 *       ],
                 *       "budgets": [
                 *         200,
                 *         500
                 *       ],
                 *       "runs": 3
                 *     }
                 */
                "application/json": components["schemas"]["CreateExperimentInput"];
            };
        };
        responses: {
            202: {
                headers: {
                    /** @description Present if this `Idempotency-Key` was used before: the answer is the one given then */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentDetailsDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyInProgressOrInvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    whatIf: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated call with the same key gets the answer of the first call. Callers with different API keys do not share keys; for example `6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b` */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "policies": [
                 *         {
                 *           "policy": "best-first"
                 *         }
                 *       ],
                 *       "runs": 3
                 *     }
                 */
                "application/json": components["schemas"]["WhatIfInput"];
            };
        };
        responses: {
            202: {
                headers: {
                    /** @description Present if this `Idempotency-Key` was used before: the answer is the one given then */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentDetailsDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyInProgressOrInvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getExperiment: {
        parameters: {
            query?: {
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `id,name` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentDetailsDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteExperiment: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the state on which the change is based; for example `"4cLZb3hHqLzqk1fP2yXo"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getExperimentResults: {
        parameters: {
            query?: {
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `experimentId,state` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentResultsDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getExperimentReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example <!doctype html>
                     *     <html lang="en"><head><meta charset="utf-8"><title>Cheese</title></head><body>…</body></html>
                     */
                    "text/html": string;
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportExperimentRuns: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example policy,budget,randomSeed,fetched,relevant,domains,harvestRate,area,recall,oracleShare,firstRelevant,stepsTo10,stepsTo25,stepsTo50,stepsTo75,end,wallMs,simulatedMs
                     *     best-first,500,1,500,212,18,0.424,0.39,0.31,0.58,3,41,96,187,,budget,812,
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelExperiment: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the state on which the change is based; for example `"4cLZb3hHqLzqk1fP2yXo"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentDetailsDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["InvalidState"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    resumeExperiment: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the state on which the change is based; for example `"4cLZb3hHqLzqk1fP2yXo"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentDetailsDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["InvalidState"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSessionReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example <!doctype html>
                     *     <html lang="en"><head><meta charset="utf-8"><title>Cheese</title></head><body>…</body></html>
                     */
                    "text/html": string;
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTopicReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example <!doctype html>
                     *     <html lang="en"><head><meta charset="utf-8"><title>Cheese</title></head><body>…</body></html>
                     */
                    "text/html": string;
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportArchive: {
        parameters: {
            query?: never;
            header?: {
                /** @description One range of bytes; for example `bytes=0-1048575` */
                Range?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/gzip": string;
                };
            };
            /** @description The bytes asked for */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/gzip": string;
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["InvalidState"];
            410: components["responses"]["Gone"];
            416: components["responses"]["RangeNotSatisfiable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportWacz: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/wacz": string;
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["InvalidState"];
            410: components["responses"]["Gone"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    compareSessions: {
        parameters: {
            query: {
                /** @description 2 to 6 ids of sessions, separated by commas */
                ids: string;
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `sessions,relevantUrls` */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionComparisonDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listComparedSessionPages: {
        parameters: {
            query: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Only pages that this session alone has; for example `0190f4c8-7c1e-7000-8000-3f2504e04f89` */
                onlyBy?: string;
                /** @description Only pages that this session does not have; for example `0190f4c8-7c1e-7000-8000-3f2504e04f89` */
                missedBy?: string;
                /** @description 2 to 6 ids of sessions, separated by commas */
                ids: string;
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `url,title` */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComparedPagePage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDomains: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Whether a relevant page was found on it; for example `true` */
                relevant?: boolean;
                /** @description Also domains that are known only from links */
                unvisited?: boolean;
                /** @description A part of the name; upper and lower case do not matter; for example `cheddar` */
                search?: string;
                /** @description Ordered by first step or by number, the list keeps its order while the session runs */
                sort?: "relevant" | "fetched" | "harvestRate" | "failed" | "firstStep" | "firstRelevantStep" | "domainNo" | "name";
                /** @description Default: descending for counts and rates, otherwise ascending; for example `asc` */
                order?: "asc" | "desc";
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `sessionId,domainNo` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainPage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDomain: {
        parameters: {
            query?: {
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `sessionId,domainNo` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
                /** @description Number of the domain */
                domainNo: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDomainPaths: {
        parameters: {
            query?: {
                /** @description Only folders in this one, named as in the answer. Default: all hosts of the domain; for example `text` */
                under?: string;
                /** @description Maximum number of levels */
                levels?: number;
                /** @description Maximum number of folders */
                limit?: number;
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `paths,isCut` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
                /** @description Number of the domain */
                domainNo: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainPathsDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSessionHosts: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `name,state` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionHostPage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportPages: {
        parameters: {
            query: {
                /** @description Whether it is relevant; for example `true` */
                relevant?: boolean;
                /** @description Name of the domain; for example `cheese.example` */
                domain?: string;
                /** @description Minimum probability of relevance; for example `0.5` */
                probabilityMin?: number;
                /** @description Maximum probability of relevance; for example `0.5` */
                probabilityMax?: number;
                /** @description Whether it repeats the text of an earlier page; for example `true` */
                duplicate?: boolean;
                /** @description Words of title or text: `word`, `"a phrase"`, `-without`, `NOT without`, `or`, brackets, `begin*`, names such as `C++` and `IT`; for example `cheddar` */
                search?: string;
                /** @description `page`, or how the fetch failed; for example `page` */
                outcome?: "page" | "reused" | "known" | "dns" | "connect" | "tls" | "timeout" | "reset" | "truncated" | "http-error" | "forbidden" | "throttled" | "challenge" | "too-large" | "redirect-limit" | "not-html" | "no-text" | "decode" | "robots-denied" | "robots-unreachable" | "blocked-address" | "invalid-url" | "proxy" | "render-failed" | "render-killed" | "fetcher-died" | "deferred" | "overloaded" | "not-archived" | "aborted" | "duplicate" | "out-of-scope" | "domain-cap" | "login" | "soft-404" | "same-list" | "sitemap" | "sitemap-failed" | "search" | "search-failed";
                /** @description HTTP status of the server's answer; for example `100` */
                httpStatus?: number;
                /** @description Whether it was loaded in Chromium; for example `true` */
                rendered?: boolean;
                /** @description Minimum number of links from the seed; for example `5` */
                depthMin?: number;
                /** @description Maximum number of links from the seed; for example `5` */
                depthMax?: number;
                /** @description Step of the page or search whose link was followed; for example `5` */
                sourceStep?: number;
                /** @description Fetched at this time or later; for example `2026-11-01T12:00:00.000Z` */
                fetchedFrom?: string;
                /** @description Fetched before this time; for example `2026-11-01T12:00:00.000Z` */
                fetchedTo?: string;
                /** @description Only results with this format */
                format: "jsonl" | "csv" | "parquet";
                /** @description As a gzip file. Parquet is compressed within itself */
                gzip?: boolean;
                /** @description CSV with a byte order mark, by which spreadsheets know that it is UTF-8 */
                bom?: boolean;
                /** @description Order of the rows. Default: that of discovery, the earliest first; of pages of a session that of completion; for example `step` */
                sort?: "step" | "completion" | "probability" | "fetchedAt" | "publishedAt" | "depth";
                /** @description Default: that of the list with the same sort; for example `asc` */
                order?: "asc" | "desc";
                /** @description With headings, text and main text */
                texts?: boolean;
                /** @description With each page as Markdown, of the archive where the session keeps one, otherwise of its stored texts */
                markdown?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description Pages that the session reports as relevant, and their precision and recall, as `judgement` gives them */
                    "Gleaner-Judgement"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /** @example {"sessionId":"0190f4c8-7c1e-7000-8000-3f2504e04f89","step":5,"seq":5,"url":"https://cheese.example/cheddar","finalUrl":"https://cheese.example/cheddar","urlNo":5,"finalUrlNo":5,"domainName":"cheese.example","domainNo":5,"sourceStep":5,"depth":5,"outcome":"page","free":true,"message":"no such host","httpStatus":5,"redirects":["text"],"contentType":"text/html","charset":"utf-8","fetchedAt":"2026-11-01T12:00:00.000Z","durationMs":5,"bytes":5,"truncated":true,"rendered":true,"renderReason":"always","attempt":5,"duplicateOf":5,"noindex":true,"change":"new","title":"Cheddar","description":"How cheddar is made","publishedAt":"2026-11-01T12:00:00.000Z","language":"en","excerpt":"Cheddar is a hard cheese.","excerptMarks":[0,7,18,24],"linkCount":5,"probability":0.5,"relevant":true,"reward":0.5,"hasScreenshot":true} */
                    "application/x-ndjson": string;
                    /**
                     * @example step,seq,url,finalUrl,domainName,outcome,free,httpStatus,relevant,probability,reward,depth,sourceStep,fetchedAt,durationMs,bytes,truncated,rendered,contentType,charset,language,title,description,publishedAt,excerpt,linkCount,redirects,message
                     *     5,5,https://cheese.example/cheddar,https://cheese.example/cheddar,cheese.example,page,true,5,true,0.5,0.5,5,5,2026-11-01T12:00:00.000Z,5,5,true,true,text/html,utf-8,en,Cheddar,How cheddar is made,2026-11-01T12:00:00.000Z,Cheddar is a hard cheese.,5,,no such host
                     */
                    "text/csv": string;
                    "application/vnd.apache.parquet": string;
                    "application/gzip": string;
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportDomains: {
        parameters: {
            query: {
                /** @description Whether a relevant page was found on it; for example `true` */
                relevant?: boolean;
                /** @description Also domains that are known only from links */
                unvisited?: boolean;
                /** @description A part of the name; upper and lower case do not matter; for example `cheddar` */
                search?: string;
                /** @description Only results with this format */
                format: "jsonl" | "csv" | "parquet";
                /** @description As a gzip file. Parquet is compressed within itself */
                gzip?: boolean;
                /** @description CSV with a byte order mark, by which spreadsheets know that it is UTF-8 */
                bom?: boolean;
                /** @description Order of the rows. Default: that of discovery, the earliest first; of pages of a session that of completion; for example `relevant` */
                sort?: "relevant" | "fetched" | "harvestRate" | "failed" | "firstStep" | "firstRelevantStep" | "domainNo" | "name";
                /** @description Default: that of the list with the same sort; for example `asc` */
                order?: "asc" | "desc";
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {"sessionId":"0190f4c8-7c1e-7000-8000-3f2504e04f89","domainNo":5,"name":"example.org","fetched":5,"relevant":5,"failed":5,"harvestRate":0.5,"firstStep":5,"firstRelevantStep":5} */
                    "application/x-ndjson": string;
                    /**
                     * @example domainNo,name,fetched,relevant,failed,harvestRate,firstStep,firstRelevantStep
                     *     5,example.org,5,5,5,0.5,5,5
                     */
                    "text/csv": string;
                    "application/vnd.apache.parquet": string;
                    "application/gzip": string;
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportLinks: {
        parameters: {
            query: {
                /** @description Only results with this format */
                format: "jsonl" | "csv" | "parquet";
                /** @description As a gzip file. Parquet is compressed within itself */
                gzip?: boolean;
                /** @description CSV with a byte order mark, by which spreadsheets know that it is UTF-8 */
                bom?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {"sessionId":"0190f4c8-7c1e-7000-8000-3f2504e04f89","sourceStep":5,"position":5,"sourceUrl":"https://cheese.example/","urlNo":5,"url":"https://cheese.example/cheddar","anchor":"hard cheeses","before":"Of the","after":"WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ","heading":"Kinds of cheese","place":"main","tagPath":"html/body/main#content/ul.list/li/a","nofollow":true,"outOfScope":"trap","targetStep":5} */
                    "application/x-ndjson": string;
                    /**
                     * @example sourceStep,position,sourceUrl,url,anchor,before,after,heading,place,tagPath,nofollow,outOfScope,targetStep
                     *     5,5,https://cheese.example/,https://cheese.example/cheddar,hard cheeses,Of the,WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ,Kinds of cheese,main,html/body/main#content/ul.list/li/a,true,trap,5
                     */
                    "text/csv": string;
                    "application/vnd.apache.parquet": string;
                    "application/gzip": string;
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getGraph: {
        parameters: {
            query?: {
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `pages,links` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionGraphDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPageGraph: {
        parameters: {
            query?: {
                /** @description The page in the middle, by its step. Either this or `domain`; for example `5` */
                step?: number;
                /** @description Name of a domain: its pages in order of choice. Either this or `step`; for example `cheese.example` */
                domain?: string;
                /** @description Maximum number of pages */
                limit?: number;
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `nodes,edges` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageGraphDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getJudgement: {
        parameters: {
            query?: {
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `reported,precision` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JudgementDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPages: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Whether it is relevant; for example `true` */
                relevant?: boolean;
                /** @description Name of the domain; for example `cheese.example` */
                domain?: string;
                /** @description Minimum probability of relevance; for example `0.5` */
                probabilityMin?: number;
                /** @description Maximum probability of relevance; for example `0.5` */
                probabilityMax?: number;
                /** @description Whether it repeats the text of an earlier page; for example `true` */
                duplicate?: boolean;
                /** @description Words of title or text: `word`, `"a phrase"`, `-without`, `NOT without`, `or`, brackets, `begin*`, names such as `C++` and `IT`; for example `cheddar` */
                search?: string;
                /** @description `page`, or how the fetch failed; for example `page` */
                outcome?: "page" | "reused" | "known" | "dns" | "connect" | "tls" | "timeout" | "reset" | "truncated" | "http-error" | "forbidden" | "throttled" | "challenge" | "too-large" | "redirect-limit" | "not-html" | "no-text" | "decode" | "robots-denied" | "robots-unreachable" | "blocked-address" | "invalid-url" | "proxy" | "render-failed" | "render-killed" | "fetcher-died" | "deferred" | "overloaded" | "not-archived" | "aborted" | "duplicate" | "out-of-scope" | "domain-cap" | "login" | "soft-404" | "same-list" | "sitemap" | "sitemap-failed" | "search" | "search-failed";
                /** @description HTTP status of the server's answer; for example `100` */
                httpStatus?: number;
                /** @description Whether it was loaded in Chromium; for example `true` */
                rendered?: boolean;
                /** @description Minimum number of links from the seed; for example `5` */
                depthMin?: number;
                /** @description Maximum number of links from the seed; for example `5` */
                depthMax?: number;
                /** @description Step of the page or search whose link was followed; for example `5` */
                sourceStep?: number;
                /** @description Fetched at this time or later; for example `2026-11-01T12:00:00.000Z` */
                fetchedFrom?: string;
                /** @description Fetched before this time; for example `2026-11-01T12:00:00.000Z` */
                fetchedTo?: string;
                /** @description In the order of completion new pages of a running session are added only at the end of the list. By `publishedAt` pages without it come last in both orders */
                sort?: "step" | "completion" | "probability" | "fetchedAt" | "publishedAt" | "depth";
                /** @description Default: ascending; by probability and publishedAt descending; for example `asc` */
                order?: "asc" | "desc";
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `sessionId,step` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PagePage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPage: {
        parameters: {
            query?: {
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `sessionId,step` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
                /** @description Number of the step */
                step: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageDetailsDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getScreenshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
                /** @description Number of the step */
                step: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPageContent: {
        parameters: {
            query?: {
                /** @description `text`: all visible text. `html`: as it was fetched, of sessions that keep an archive. `markdown`: its main content; without an archive only headings and main text */
                format?: "text" | "html" | "markdown";
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
                /** @description Number of the step */
                step: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description Source of the content, and whether a limit cut it */
                    "Gleaner-Content"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /** @example Cheddar is a hard cheese. */
                    "text/plain": string;
                    /**
                     * @example <!doctype html>
                     *     <html lang="en"><head><meta charset="utf-8"><title>Cheese</title></head><body>…</body></html>
                     */
                    "text/html": string;
                    /**
                     * @example # Cheddar
                     *
                     *     Cheddar is a hard cheese.
                     */
                    "text/markdown": string;
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["InvalidState"];
            410: components["responses"]["Gone"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    explainPage: {
        parameters: {
            query?: {
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `policy,policyVersion` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
                /** @description Number of the step */
                step: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageWhyDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOutLinks: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `sessionId,sourceStep` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
                /** @description Number of the step */
                step: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkPage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listInLinks: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `sessionId,sourceStep` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
                /** @description Number of the step */
                step: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkPage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listLinks: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `sessionId,sourceStep` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkPage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSeries: {
        parameters: {
            query?: {
                /** @description Maximum number of points */
                points?: number;
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `completed,at` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesPage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listFailures: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Whether it is relevant; for example `true` */
                relevant?: boolean;
                /** @description Name of the domain; for example `cheese.example` */
                domain?: string;
                /** @description Minimum probability of relevance; for example `0.5` */
                probabilityMin?: number;
                /** @description Maximum probability of relevance; for example `0.5` */
                probabilityMax?: number;
                /** @description Whether it repeats the text of an earlier page; for example `true` */
                duplicate?: boolean;
                /** @description Words of title or text: `word`, `"a phrase"`, `-without`, `NOT without`, `or`, brackets, `begin*`, names such as `C++` and `IT`; for example `cheddar` */
                search?: string;
                /** @description `page`, or how the fetch failed; for example `page` */
                outcome?: "page" | "reused" | "known" | "dns" | "connect" | "tls" | "timeout" | "reset" | "truncated" | "http-error" | "forbidden" | "throttled" | "challenge" | "too-large" | "redirect-limit" | "not-html" | "no-text" | "decode" | "robots-denied" | "robots-unreachable" | "blocked-address" | "invalid-url" | "proxy" | "render-failed" | "render-killed" | "fetcher-died" | "deferred" | "overloaded" | "not-archived" | "aborted" | "duplicate" | "out-of-scope" | "domain-cap" | "login" | "soft-404" | "same-list" | "sitemap" | "sitemap-failed" | "search" | "search-failed";
                /** @description HTTP status of the server's answer; for example `100` */
                httpStatus?: number;
                /** @description Whether it was loaded in Chromium; for example `true` */
                rendered?: boolean;
                /** @description Minimum number of links from the seed; for example `5` */
                depthMin?: number;
                /** @description Maximum number of links from the seed; for example `5` */
                depthMax?: number;
                /** @description Step of the page or search whose link was followed; for example `5` */
                sourceStep?: number;
                /** @description Fetched at this time or later; for example `2026-11-01T12:00:00.000Z` */
                fetchedFrom?: string;
                /** @description Fetched before this time; for example `2026-11-01T12:00:00.000Z` */
                fetchedTo?: string;
                /** @description In the order of completion new pages of a running session are added only at the end of the list. By `publishedAt` pages without it come last in both orders */
                sort?: "step" | "completion" | "probability" | "fetchedAt" | "publishedAt" | "depth";
                /** @description Default: ascending; by probability and publishedAt descending; for example `asc` */
                order?: "asc" | "desc";
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `sessionId,step` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PagePage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    countFailures: {
        parameters: {
            query?: {
                /** @description Also steps that cost no fetch and brought nothing, such as URLs that robots.txt forbids */
                free?: boolean;
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `outcome,httpStatus` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutcomeCountPage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReport: {
        parameters: {
            query?: {
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `outcomes,retries` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FetchReportDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMonitoring: {
        parameters: {
            query?: {
                /** @description Length of a window in minutes */
                windowMinutes?: number;
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `downloaded,sent` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MonitoringReportDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRobotsBlocked: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Whether it is relevant; for example `true` */
                relevant?: boolean;
                /** @description Name of the domain; for example `cheese.example` */
                domain?: string;
                /** @description Minimum probability of relevance; for example `0.5` */
                probabilityMin?: number;
                /** @description Maximum probability of relevance; for example `0.5` */
                probabilityMax?: number;
                /** @description Whether it repeats the text of an earlier page; for example `true` */
                duplicate?: boolean;
                /** @description Words of title or text: `word`, `"a phrase"`, `-without`, `NOT without`, `or`, brackets, `begin*`, names such as `C++` and `IT`; for example `cheddar` */
                search?: string;
                /** @description `page`, or how the fetch failed; for example `page` */
                outcome?: "page" | "reused" | "known" | "dns" | "connect" | "tls" | "timeout" | "reset" | "truncated" | "http-error" | "forbidden" | "throttled" | "challenge" | "too-large" | "redirect-limit" | "not-html" | "no-text" | "decode" | "robots-denied" | "robots-unreachable" | "blocked-address" | "invalid-url" | "proxy" | "render-failed" | "render-killed" | "fetcher-died" | "deferred" | "overloaded" | "not-archived" | "aborted" | "duplicate" | "out-of-scope" | "domain-cap" | "login" | "soft-404" | "same-list" | "sitemap" | "sitemap-failed" | "search" | "search-failed";
                /** @description HTTP status of the server's answer; for example `100` */
                httpStatus?: number;
                /** @description Whether it was loaded in Chromium; for example `true` */
                rendered?: boolean;
                /** @description Minimum number of links from the seed; for example `5` */
                depthMin?: number;
                /** @description Maximum number of links from the seed; for example `5` */
                depthMax?: number;
                /** @description Step of the page or search whose link was followed; for example `5` */
                sourceStep?: number;
                /** @description Fetched at this time or later; for example `2026-11-01T12:00:00.000Z` */
                fetchedFrom?: string;
                /** @description Fetched before this time; for example `2026-11-01T12:00:00.000Z` */
                fetchedTo?: string;
                /** @description In the order of completion new pages of a running session are added only at the end of the list. By `publishedAt` pages without it come last in both orders */
                sort?: "step" | "completion" | "probability" | "fetchedAt" | "publishedAt" | "depth";
                /** @description Default: ascending; by probability and publishedAt descending; for example `asc` */
                order?: "asc" | "desc";
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `sessionId,step` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PagePage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Only this page: its history; for example `https://cheese.example/cheddar` */
                url?: string;
                /** @description Only changes of this kind since the previous visit; for example `new` */
                change?: "new" | "unchanged" | "changed" | "gone";
                /** @description Fetched at this time or later; for example `2026-11-01T12:00:00.000Z` */
                since?: string;
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `url,fetchedAt` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisitPage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportCollectedPages: {
        parameters: {
            query: {
                /** @description Whether it is relevant; for example `true` */
                relevant?: boolean;
                /** @description Name of the domain; for example `cheese.example` */
                domain?: string;
                /** @description Minimum probability of relevance; for example `0.5` */
                probabilityMin?: number;
                /** @description Maximum probability of relevance; for example `0.5` */
                probabilityMax?: number;
                /** @description Whether it repeats the text of an earlier page; for example `true` */
                duplicate?: boolean;
                /** @description Words of title or text: `word`, `"a phrase"`, `-without`, `NOT without`, `or`, brackets, `begin*`, names such as `C++` and `IT`; for example `cheddar` */
                search?: string;
                /** @description First found at this time or later; for example `2026-11-01T12:00:00.000Z` */
                foundSince?: string;
                /** @description Only those that neither this session nor one created before it has found; for example `0190f4c8-7c1e-7000-8000-3f2504e04f89` */
                newSinceSession?: string;
                /** @description Whether it is of a domain of the topic's seeds: false leaves out the domains that were known from the start; for example `true` */
                seedDomain?: boolean;
                /** @description Language of the text, ISO 639-1; for example `en` */
                language?: string;
                /** @description true: only pages that people have labelled; false: only others; for example `true` */
                labelled?: boolean;
                /** @description Whether it is known to be gone; for example `true` */
                gone?: boolean;
                /** @description Its text was seen to have changed at this time or later; for example `2026-11-01T12:00:00.000Z` */
                changedSince?: string;
                /** @description Tagged with this; for example `text` */
                tag?: string;
                /** @description Only results with this format */
                format: "jsonl" | "csv" | "parquet" | "urls";
                /** @description As a gzip file. Parquet is compressed within itself */
                gzip?: boolean;
                /** @description CSV with a byte order mark, by which spreadsheets know that it is UTF-8 */
                bom?: boolean;
                /** @description Order of the rows. Default: that of discovery, the earliest first; of pages of a session that of completion; for example `firstFoundAt` */
                sort?: "firstFoundAt" | "lastSeenAt" | "publishedAt" | "probability";
                /** @description Default: that of the list with the same sort; for example `asc` */
                order?: "asc" | "desc";
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {"topicId":"0190f4c8-7c1e-7000-8000-3f2504e04f89","key":"9dfb9e06-4c1c-0b4a-6c4a-1c4f8c2a7f0e","url":"https://cheese.example/cheddar","domain":"example.org","title":"Cheddar","publishedAt":"2026-11-01T12:00:00.000Z","language":"en","excerpt":"Cheddar is a hard cheese.","excerptMarks":[0,7,18,24],"probability":0.5,"modelId":"0190f4c8-7c1e-7000-8000-3f2504e04f89","relevant":true,"label":true,"duplicateOf":"text","sessionCount":5,"monitored":true,"sessionId":"0190f4c8-7c1e-7000-8000-3f2504e04f89","step":5,"firstFoundAt":"2026-11-01T12:00:00.000Z","lastSeenAt":"2026-11-01T12:00:00.000Z","changedAt":"2026-11-01T12:00:00.000Z","goneAt":"2026-11-01T12:00:00.000Z","tags":["text"],"note":"text"} */
                    "application/x-ndjson": string;
                    /**
                     * @example key,url,domain,title,publishedAt,language,excerpt,probability,relevant,label,duplicateOf,sessionCount,monitored,sessionId,step,modelId,firstFoundAt,lastSeenAt,changedAt,goneAt,tags,note
                     *     9dfb9e06-4c1c-0b4a-6c4a-1c4f8c2a7f0e,https://cheese.example/cheddar,example.org,Cheddar,2026-11-01T12:00:00.000Z,en,Cheddar is a hard cheese.,0.5,true,true,text,5,true,0190f4c8-7c1e-7000-8000-3f2504e04f89,5,0190f4c8-7c1e-7000-8000-3f2504e04f89,2026-11-01T12:00:00.000Z,2026-11-01T12:00:00.000Z,2026-11-01T12:00:00.000Z,2026-11-01T12:00:00.000Z,,text
                     */
                    "text/csv": string;
                    "application/vnd.apache.parquet": string;
                    "application/gzip": string;
                    /** @example https://cheese.example/cheddar */
                    "text/plain": string;
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportCollectedDomains: {
        parameters: {
            query: {
                /** @description First found at this time or later; for example `2026-11-01T12:00:00.000Z` */
                foundSince?: string;
                /** @description Only those that neither this session nor one created before it has found; for example `0190f4c8-7c1e-7000-8000-3f2504e04f89` */
                newSinceSession?: string;
                /** @description Whether it is of a domain of the topic's seeds: false leaves out the domains that were known from the start; for example `true` */
                seedDomain?: boolean;
                /** @description Whether a relevant page was found on it; for example `true` */
                relevant?: boolean;
                /** @description A part of the name; upper and lower case do not matter; for example `cheddar` */
                search?: string;
                /** @description Verdict of people on it; for example `keep` */
                verdict?: "keep" | "reject" | "undecided";
                /** @description Tagged with this; for example `text` */
                tag?: string;
                /** @description Only results with this format */
                format: "jsonl" | "csv" | "parquet" | "urls" | "opml";
                /** @description As a gzip file. Parquet is compressed within itself */
                gzip?: boolean;
                /** @description CSV with a byte order mark, by which spreadsheets know that it is UTF-8 */
                bom?: boolean;
                /** @description Order of the rows. Default: that of discovery, the earliest first; of pages of a session that of completion; for example `relevant` */
                sort?: "relevant" | "pages" | "share" | "firstFoundAt" | "expected" | "ledTo";
                /** @description Default: that of the list with the same sort; for example `asc` */
                order?: "asc" | "desc";
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {"topicId":"0190f4c8-7c1e-7000-8000-3f2504e04f89","name":"example.org","pages":5,"relevant":5,"duplicates":5,"share":0.5,"shareAtLeast":0.5,"unfetched":5,"expected":0.5,"ledTo":5,"seedDomain":true,"firstFoundAt":"2026-11-01T12:00:00.000Z","lastFoundAt":"2026-11-01T12:00:00.000Z","verdict":"undecided","tags":["text"],"note":"text"} */
                    "application/x-ndjson": string;
                    /**
                     * @example name,verdict,pages,relevant,duplicates,share,shareAtLeast,unfetched,expected,ledTo,seedDomain,firstFoundAt,lastFoundAt,tags,note
                     *     example.org,undecided,5,5,5,0.5,0.5,5,0.5,5,true,2026-11-01T12:00:00.000Z,2026-11-01T12:00:00.000Z,,text
                     */
                    "text/csv": string;
                    "application/vnd.apache.parquet": string;
                    "application/gzip": string;
                    /** @example https://cheese.example/cheddar */
                    "text/plain": string;
                    /**
                     * @example <?xml version="1.0" encoding="utf-8"?>
                     *     <opml version="2.0"><head><title>Cheese</title></head><body><outline type="link" text="cheese.example" url="https://cheese.example/"/></body></opml>
                     */
                    "text/x-opml": string;
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCollectionFeedJson: {
        parameters: {
            query?: {
                /** @description Items of the feed */
                what?: "pages" | "domains";
                /** @description false: also pages that are not relevant, and domains without relevant pages */
                relevantOnly?: boolean;
                /** @description Whether it is of a domain of the topic's seeds; for example `true` */
                seedDomain?: boolean;
                /** @description Words of pages, or a part of the name of domains; for example `cheddar` */
                search?: string;
                /** @description Tagged with this; for example `text` */
                tag?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /** @example {"version":"https://jsonfeed.org/version/1","title":"Cheese","items":[{"id":"urn:gleaner:page:1","url":"https://cheese.example/cheddar","title":"Cheddar"}]} */
                    "application/feed+json": string;
                    /** @example {"version":"https://jsonfeed.org/version/1","title":"Cheese","items":[{"id":"urn:gleaner:page:1","url":"https://cheese.example/cheddar","title":"Cheddar"}]} */
                    "application/json": string;
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCollectionFeedRss: {
        parameters: {
            query?: {
                /** @description Items of the feed */
                what?: "pages" | "domains";
                /** @description false: also pages that are not relevant, and domains without relevant pages */
                relevantOnly?: boolean;
                /** @description Whether it is of a domain of the topic's seeds; for example `true` */
                seedDomain?: boolean;
                /** @description Words of pages, or a part of the name of domains; for example `cheddar` */
                search?: string;
                /** @description Tagged with this; for example `text` */
                tag?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example <?xml version="1.0" encoding="utf-8"?>
                     *     <rss version="2.0"><channel><title>Cheese</title><item><title>Cheddar</title><link>https://cheese.example/cheddar</link></item></channel></rss>
                     */
                    "application/rss+xml": string;
                    /**
                     * @example <?xml version="1.0" encoding="utf-8"?>
                     *     <rss version="2.0"><channel><title>Cheese</title><item><title>Cheddar</title><link>https://cheese.example/cheddar</link></item></channel></rss>
                     */
                    "text/xml": string;
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCollectionFeedAtom: {
        parameters: {
            query?: {
                /** @description Items of the feed */
                what?: "pages" | "domains";
                /** @description false: also pages that are not relevant, and domains without relevant pages */
                relevantOnly?: boolean;
                /** @description Whether it is of a domain of the topic's seeds; for example `true` */
                seedDomain?: boolean;
                /** @description Words of pages, or a part of the name of domains; for example `cheddar` */
                search?: string;
                /** @description Tagged with this; for example `text` */
                tag?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example <?xml version="1.0" encoding="utf-8"?>
                     *     <feed xmlns="http://www.w3.org/2005/Atom"><title>Cheese</title><entry><title>Cheddar</title><link href="https://cheese.example/cheddar"></link></entry></feed>
                     */
                    "application/atom+xml": string;
                    /**
                     * @example <?xml version="1.0" encoding="utf-8"?>
                     *     <feed xmlns="http://www.w3.org/2005/Atom"><title>Cheese</title><entry><title>Cheddar</title><link href="https://cheese.example/cheddar"></link></entry></feed>
                     */
                    "text/xml": string;
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCollection: {
        parameters: {
            query?: {
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `topicId,pages` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CollectionDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    rebuildCollection: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated call with the same key gets the answer of the first call. Callers with different API keys do not share keys; for example `6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b` */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    /** @description Present if this `Idempotency-Key` was used before: the answer is the one given then */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyInProgress"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    judgeCollected: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "domains": [
                 *         {
                 *           "name": "shop.example",
                 *           "verdict": "reject",
                 *           "tags": [
                 *             "shop"
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["JudgeCollectedInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SaidBeforeDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    gatherDomains: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated call with the same key gets the answer of the first call. Callers with different API keys do not share keys; for example `6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b` */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "domains": [
                 *         "cheese.example"
                 *       ],
                 *       "fetches": 500
                 *     }
                 */
                "application/json": components["schemas"]["GatherInput"];
            };
        };
        responses: {
            202: {
                headers: {
                    /** @description Present if this `Idempotency-Key` was used before: the answer is the one given then */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyInProgressOrInvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCollectedPages: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Whether it is relevant; for example `true` */
                relevant?: boolean;
                /** @description Name of the domain; for example `cheese.example` */
                domain?: string;
                /** @description Minimum probability of relevance; for example `0.5` */
                probabilityMin?: number;
                /** @description Maximum probability of relevance; for example `0.5` */
                probabilityMax?: number;
                /** @description Whether it repeats the text of an earlier page; for example `true` */
                duplicate?: boolean;
                /** @description Words of title or text: `word`, `"a phrase"`, `-without`, `NOT without`, `or`, brackets, `begin*`, names such as `C++` and `IT`; for example `cheddar` */
                search?: string;
                /** @description First found at this time or later; for example `2026-11-01T12:00:00.000Z` */
                foundSince?: string;
                /** @description Only those that neither this session nor one created before it has found; for example `0190f4c8-7c1e-7000-8000-3f2504e04f89` */
                newSinceSession?: string;
                /** @description Whether it is of a domain of the topic's seeds: false leaves out the domains that were known from the start; for example `true` */
                seedDomain?: boolean;
                /** @description Language of the text, ISO 639-1; for example `en` */
                language?: string;
                /** @description true: only pages that people have labelled; false: only others; for example `true` */
                labelled?: boolean;
                /** @description Whether it is known to be gone; for example `true` */
                gone?: boolean;
                /** @description Its text was seen to have changed at this time or later; for example `2026-11-01T12:00:00.000Z` */
                changedSince?: string;
                /** @description Tagged with this; for example `text` */
                tag?: string;
                /** @description Order of the list */
                sort?: "firstFoundAt" | "lastSeenAt" | "publishedAt" | "probability";
                /** @description Default: descending, so that the newest or best come first; for example `asc` */
                order?: "asc" | "desc";
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `topicId,key` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CollectedPagePage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCollectedPage: {
        parameters: {
            query?: {
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `topicId,key` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
                /** @description Only results with this key */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CollectedPageDetailsDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCollectedDomains: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description First found at this time or later; for example `2026-11-01T12:00:00.000Z` */
                foundSince?: string;
                /** @description Only those that neither this session nor one created before it has found; for example `0190f4c8-7c1e-7000-8000-3f2504e04f89` */
                newSinceSession?: string;
                /** @description Whether it is of a domain of the topic's seeds: false leaves out the domains that were known from the start; for example `true` */
                seedDomain?: boolean;
                /** @description Whether a relevant page was found on it; for example `true` */
                relevant?: boolean;
                /** @description A part of the name; upper and lower case do not matter; for example `cheddar` */
                search?: string;
                /** @description Verdict of people on it; for example `keep` */
                verdict?: "keep" | "reject" | "undecided";
                /** @description Tagged with this; for example `text` */
                tag?: string;
                /** @description Order of the list */
                sort?: "relevant" | "pages" | "share" | "firstFoundAt" | "expected" | "ledTo";
                /** @description Default: descending; for example `asc` */
                order?: "asc" | "desc";
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `topicId,name` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CollectedDomainPage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCollectedDomain: {
        parameters: {
            query?: {
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `topicId,name` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
                /** @description Name of the object */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CollectedDomainDetailsDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    readHomePage: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated call with the same key gets the answer of the first call. Callers with different API keys do not share keys; for example `6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b` */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
                /** @description Name of the object */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    /** @description Present if this `Idempotency-Key` was used before: the answer is the one given then */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyInProgress"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSharedCollection: {
        parameters: {
            query: {
                /** @description Token of the share link */
                token: string;
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `name,pages` */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharedCollectionDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSharedPages: {
        parameters: {
            query: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Token of the share link */
                token: string;
                /** @description Whether it is relevant; for example `true` */
                relevant?: boolean;
                /** @description Name of the domain; for example `cheese.example` */
                domain?: string;
                /** @description Minimum probability of relevance; for example `0.5` */
                probabilityMin?: number;
                /** @description Maximum probability of relevance; for example `0.5` */
                probabilityMax?: number;
                /** @description Whether it repeats the text of an earlier page; for example `true` */
                duplicate?: boolean;
                /** @description Words of title or text: `word`, `"a phrase"`, `-without`, `NOT without`, `or`, brackets, `begin*`, names such as `C++` and `IT`; for example `cheddar` */
                search?: string;
                /** @description Language of the text, ISO 639-1; for example `en` */
                language?: string;
                /** @description First found at this time or later; for example `2026-11-01T12:00:00.000Z` */
                foundSince?: string;
                /** @description Order of the list */
                sort?: "firstFoundAt" | "lastSeenAt" | "publishedAt" | "probability";
                /** @description Default: descending; for example `asc` */
                order?: "asc" | "desc";
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `key,url` */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharedPagePage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSharedDomains: {
        parameters: {
            query: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Token of the share link */
                token: string;
                /** @description Whether a relevant page was found on it; for example `true` */
                relevant?: boolean;
                /** @description A part of the name; for example `cheddar` */
                search?: string;
                /** @description First found at this time or later; for example `2026-11-01T12:00:00.000Z` */
                foundSince?: string;
                /** @description Order of the list */
                sort?: "relevant" | "pages" | "share" | "firstFoundAt" | "expected" | "ledTo";
                /** @description Default: descending; for example `asc` */
                order?: "asc" | "desc";
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `name,pages` */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharedDomainPage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportSharedPages: {
        parameters: {
            query: {
                /** @description Token of the share link */
                token: string;
                /** @description Whether it is relevant; for example `true` */
                relevant?: boolean;
                /** @description Name of the domain; for example `cheese.example` */
                domain?: string;
                /** @description Minimum probability of relevance; for example `0.5` */
                probabilityMin?: number;
                /** @description Maximum probability of relevance; for example `0.5` */
                probabilityMax?: number;
                /** @description Whether it repeats the text of an earlier page; for example `true` */
                duplicate?: boolean;
                /** @description Words of title or text: `word`, `"a phrase"`, `-without`, `NOT without`, `or`, brackets, `begin*`, names such as `C++` and `IT`; for example `cheddar` */
                search?: string;
                /** @description Language of the text, ISO 639-1; for example `en` */
                language?: string;
                /** @description First found at this time or later; for example `2026-11-01T12:00:00.000Z` */
                foundSince?: string;
                /** @description Only results with this format */
                format: "jsonl" | "csv" | "parquet" | "urls";
                /** @description As a gzip file. Parquet is compressed within itself */
                gzip?: boolean;
                /** @description CSV with a byte order mark, by which spreadsheets know that it is UTF-8 */
                bom?: boolean;
                /** @description Order of the rows. Default: that of discovery, the earliest first; of pages of a session that of completion; for example `firstFoundAt` */
                sort?: "firstFoundAt" | "lastSeenAt" | "publishedAt" | "probability";
                /** @description Default: that of the list with the same sort; for example `asc` */
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {"key":"9dfb9e06-4c1c-0b4a-6c4a-1c4f8c2a7f0e","url":"https://cheese.example/cheddar","domain":"example.org","title":"Cheddar","publishedAt":"2026-11-01T12:00:00.000Z","language":"en","excerpt":"Cheddar is a hard cheese.","excerptMarks":[0,7,18,24],"probability":0.5,"relevant":true,"firstFoundAt":"2026-11-01T12:00:00.000Z","lastSeenAt":"2026-11-01T12:00:00.000Z","goneAt":"2026-11-01T12:00:00.000Z","tags":["text"]} */
                    "application/x-ndjson": string;
                    /**
                     * @example key,url,domain,title,publishedAt,language,excerpt,probability,relevant,firstFoundAt,lastSeenAt,goneAt,tags
                     *     9dfb9e06-4c1c-0b4a-6c4a-1c4f8c2a7f0e,https://cheese.example/cheddar,example.org,Cheddar,2026-11-01T12:00:00.000Z,en,Cheddar is a hard cheese.,0.5,true,2026-11-01T12:00:00.000Z,2026-11-01T12:00:00.000Z,2026-11-01T12:00:00.000Z,
                     */
                    "text/csv": string;
                    "application/vnd.apache.parquet": string;
                    "application/gzip": string;
                    /** @example https://cheese.example/cheddar */
                    "text/plain": string;
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportSharedDomains: {
        parameters: {
            query: {
                /** @description Token of the share link */
                token: string;
                /** @description Whether a relevant page was found on it; for example `true` */
                relevant?: boolean;
                /** @description A part of the name; for example `cheddar` */
                search?: string;
                /** @description First found at this time or later; for example `2026-11-01T12:00:00.000Z` */
                foundSince?: string;
                /** @description Only results with this format */
                format: "jsonl" | "csv" | "parquet" | "urls" | "opml";
                /** @description As a gzip file. Parquet is compressed within itself */
                gzip?: boolean;
                /** @description CSV with a byte order mark, by which spreadsheets know that it is UTF-8 */
                bom?: boolean;
                /** @description Order of the rows. Default: that of discovery, the earliest first; of pages of a session that of completion; for example `relevant` */
                sort?: "relevant" | "pages" | "share" | "firstFoundAt" | "expected" | "ledTo";
                /** @description Default: that of the list with the same sort; for example `asc` */
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {"name":"example.org","pages":5,"relevant":5,"share":0.5,"shareAtLeast":0.5,"firstFoundAt":"2026-11-01T12:00:00.000Z","lastFoundAt":"2026-11-01T12:00:00.000Z","tags":["text"]} */
                    "application/x-ndjson": string;
                    /**
                     * @example name,pages,relevant,share,shareAtLeast,firstFoundAt,lastFoundAt,tags
                     *     example.org,5,5,0.5,0.5,2026-11-01T12:00:00.000Z,2026-11-01T12:00:00.000Z,
                     */
                    "text/csv": string;
                    "application/vnd.apache.parquet": string;
                    "application/gzip": string;
                    /** @example https://cheese.example/cheddar */
                    "text/plain": string;
                    /**
                     * @example <?xml version="1.0" encoding="utf-8"?>
                     *     <opml version="2.0"><head><title>Cheese</title></head><body><outline type="link" text="cheese.example" url="https://cheese.example/"/></body></opml>
                     */
                    "text/x-opml": string;
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSharedFeedJson: {
        parameters: {
            query: {
                /** @description Items of the feed */
                what?: "pages" | "domains";
                /** @description false: also pages that are not relevant, and domains without relevant pages */
                relevantOnly?: boolean;
                /** @description Whether it is of a domain of the topic's seeds; for example `true` */
                seedDomain?: boolean;
                /** @description Words of pages, or a part of the name of domains; for example `cheddar` */
                search?: string;
                /** @description Tagged with this; for example `text` */
                tag?: string;
                /** @description Token of the share link */
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /** @example {"version":"https://jsonfeed.org/version/1","title":"Cheese","items":[{"id":"urn:gleaner:page:1","url":"https://cheese.example/cheddar","title":"Cheddar"}]} */
                    "application/feed+json": string;
                    /** @example {"version":"https://jsonfeed.org/version/1","title":"Cheese","items":[{"id":"urn:gleaner:page:1","url":"https://cheese.example/cheddar","title":"Cheddar"}]} */
                    "application/json": string;
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSharedFeedRss: {
        parameters: {
            query: {
                /** @description Items of the feed */
                what?: "pages" | "domains";
                /** @description false: also pages that are not relevant, and domains without relevant pages */
                relevantOnly?: boolean;
                /** @description Whether it is of a domain of the topic's seeds; for example `true` */
                seedDomain?: boolean;
                /** @description Words of pages, or a part of the name of domains; for example `cheddar` */
                search?: string;
                /** @description Tagged with this; for example `text` */
                tag?: string;
                /** @description Token of the share link */
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example <?xml version="1.0" encoding="utf-8"?>
                     *     <rss version="2.0"><channel><title>Cheese</title><item><title>Cheddar</title><link>https://cheese.example/cheddar</link></item></channel></rss>
                     */
                    "application/rss+xml": string;
                    /**
                     * @example <?xml version="1.0" encoding="utf-8"?>
                     *     <rss version="2.0"><channel><title>Cheese</title><item><title>Cheddar</title><link>https://cheese.example/cheddar</link></item></channel></rss>
                     */
                    "text/xml": string;
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSharedFeedAtom: {
        parameters: {
            query: {
                /** @description Items of the feed */
                what?: "pages" | "domains";
                /** @description false: also pages that are not relevant, and domains without relevant pages */
                relevantOnly?: boolean;
                /** @description Whether it is of a domain of the topic's seeds; for example `true` */
                seedDomain?: boolean;
                /** @description Words of pages, or a part of the name of domains; for example `cheddar` */
                search?: string;
                /** @description Tagged with this; for example `text` */
                tag?: string;
                /** @description Token of the share link */
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example <?xml version="1.0" encoding="utf-8"?>
                     *     <feed xmlns="http://www.w3.org/2005/Atom"><title>Cheese</title><entry><title>Cheddar</title><link href="https://cheese.example/cheddar"></link></entry></feed>
                     */
                    "application/atom+xml": string;
                    /**
                     * @example <?xml version="1.0" encoding="utf-8"?>
                     *     <feed xmlns="http://www.w3.org/2005/Atom"><title>Cheese</title><entry><title>Cheddar</title><link href="https://cheese.example/cheddar"></link></entry></feed>
                     */
                    "text/xml": string;
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listShares: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `id,topicId` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharePage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createShare: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated call with the same key gets the answer of the first call. Callers with different API keys do not share keys; for example `6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b` */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "The cheese museum",
                 *       "days": 90
                 *     }
                 */
                "application/json": components["schemas"]["CreateShareInput"];
            };
        };
        responses: {
            201: {
                headers: {
                    /** @description Present if this `Idempotency-Key` was used before: the answer is the one given then */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewShareDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listExports: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `id,sessionId` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredExportPage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated call with the same key gets the answer of the first call. Callers with different API keys do not share keys; for example `6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b` */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "what": "pages",
                 *       "format": "jsonl",
                 *       "gzip": true,
                 *       "pageFilter": {
                 *         "relevant": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateExportInput"];
            };
        };
        responses: {
            202: {
                headers: {
                    /** @description Present if this `Idempotency-Key` was used before: the answer is the one given then */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredExportDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["ConflictOrIdempotencyInProgressOrInvalidState"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCollectionExports: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `id,sessionId` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredExportPage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCollectionExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated call with the same key gets the answer of the first call. Callers with different API keys do not share keys; for example `6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b` */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "what": "pages",
                 *       "format": "urls",
                 *       "pageFilter": {
                 *         "relevant": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateCollectionExportInput"];
            };
        };
        responses: {
            202: {
                headers: {
                    /** @description Present if this `Idempotency-Key` was used before: the answer is the one given then */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredExportDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["ConflictOrIdempotencyInProgressOrInvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getExport: {
        parameters: {
            query?: {
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `id,sessionId` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredExportDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the state on which the change is based; for example `"4cLZb3hHqLzqk1fP2yXo"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    downloadExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description One range of bytes; for example `bytes=0-1048575` */
                Range?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {"sessionId":"0190f4c8-7c1e-7000-8000-3f2504e04f89","step":5,"seq":5,"url":"https://cheese.example/cheddar","finalUrl":"https://cheese.example/cheddar","urlNo":5,"finalUrlNo":5,"domainName":"cheese.example","domainNo":5,"sourceStep":5,"depth":5,"outcome":"page","free":true,"message":"no such host","httpStatus":5,"redirects":["text"],"contentType":"text/html","charset":"utf-8","fetchedAt":"2026-11-01T12:00:00.000Z","durationMs":5,"bytes":5,"truncated":true,"rendered":true,"renderReason":"always","attempt":5,"duplicateOf":5,"noindex":true,"change":"new","title":"Cheddar","description":"How cheddar is made","publishedAt":"2026-11-01T12:00:00.000Z","language":"en","excerpt":"Cheddar is a hard cheese.","excerptMarks":[0,7,18,24],"linkCount":5,"probability":0.5,"relevant":true,"reward":0.5,"hasScreenshot":true} */
                    "application/x-ndjson": string;
                    /**
                     * @example step,seq,url,finalUrl,domainName,outcome,free,httpStatus,relevant,probability,reward,depth,sourceStep,fetchedAt,durationMs,bytes,truncated,rendered,contentType,charset,language,title,description,publishedAt,excerpt,linkCount,redirects,message
                     *     5,5,https://cheese.example/cheddar,https://cheese.example/cheddar,cheese.example,page,true,5,true,0.5,0.5,5,5,2026-11-01T12:00:00.000Z,5,5,true,true,text/html,utf-8,en,Cheddar,How cheddar is made,2026-11-01T12:00:00.000Z,Cheddar is a hard cheese.,5,,no such host
                     */
                    "text/csv": string;
                    "application/vnd.apache.parquet": string;
                    "application/gzip": string;
                    /** @example https://cheese.example/cheddar */
                    "text/plain": string;
                    /**
                     * @example <?xml version="1.0" encoding="utf-8"?>
                     *     <opml version="2.0"><head><title>Cheese</title></head><body><outline type="link" text="cheese.example" url="https://cheese.example/"/></body></opml>
                     */
                    "text/x-opml": string;
                    "application/wacz": string;
                };
            };
            /** @description The bytes asked for */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {"sessionId":"0190f4c8-7c1e-7000-8000-3f2504e04f89","step":5,"seq":5,"url":"https://cheese.example/cheddar","finalUrl":"https://cheese.example/cheddar","urlNo":5,"finalUrlNo":5,"domainName":"cheese.example","domainNo":5,"sourceStep":5,"depth":5,"outcome":"page","free":true,"message":"no such host","httpStatus":5,"redirects":["text"],"contentType":"text/html","charset":"utf-8","fetchedAt":"2026-11-01T12:00:00.000Z","durationMs":5,"bytes":5,"truncated":true,"rendered":true,"renderReason":"always","attempt":5,"duplicateOf":5,"noindex":true,"change":"new","title":"Cheddar","description":"How cheddar is made","publishedAt":"2026-11-01T12:00:00.000Z","language":"en","excerpt":"Cheddar is a hard cheese.","excerptMarks":[0,7,18,24],"linkCount":5,"probability":0.5,"relevant":true,"reward":0.5,"hasScreenshot":true} */
                    "application/x-ndjson": string;
                    /**
                     * @example step,seq,url,finalUrl,domainName,outcome,free,httpStatus,relevant,probability,reward,depth,sourceStep,fetchedAt,durationMs,bytes,truncated,rendered,contentType,charset,language,title,description,publishedAt,excerpt,linkCount,redirects,message
                     *     5,5,https://cheese.example/cheddar,https://cheese.example/cheddar,cheese.example,page,true,5,true,0.5,0.5,5,5,2026-11-01T12:00:00.000Z,5,5,true,true,text/html,utf-8,en,Cheddar,How cheddar is made,2026-11-01T12:00:00.000Z,Cheddar is a hard cheese.,5,,no such host
                     */
                    "text/csv": string;
                    "application/vnd.apache.parquet": string;
                    "application/gzip": string;
                    /** @example https://cheese.example/cheddar */
                    "text/plain": string;
                    /**
                     * @example <?xml version="1.0" encoding="utf-8"?>
                     *     <opml version="2.0"><head><title>Cheese</title></head><body><outline type="link" text="cheese.example" url="https://cheese.example/"/></body></opml>
                     */
                    "text/x-opml": string;
                    "application/wacz": string;
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["InvalidState"];
            410: components["responses"]["Gone"];
            416: components["responses"]["RangeNotSatisfiable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getLabeller: {
        parameters: {
            query?: {
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `labeller,callsToday` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the topic */
                topicId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabellerDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listLabellerLabels: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Only labels of this kind; for example `true` */
                relevant?: boolean;
                /** @description true: only where the label of a person is another one; for example `true` */
                disagreeing?: boolean;
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `id,topicId` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the topic */
                topicId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabellerLabelPage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    labelPages: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated call with the same key gets the answer of the first call. Callers with different API keys do not share keys; for example `6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b` */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "labels": [
                 *         {
                 *           "step": 0,
                 *           "relevant": true
                 *         }
                 *       ],
                 *       "train": false
                 *     }
                 */
                "application/json": components["schemas"]["LabelPagesInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    /** @description Present if this `Idempotency-Key` was used before: the answer is the one given then */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabelReportDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyInProgressOrInvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    runLabeller: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated call with the same key gets the answer of the first call. Callers with different API keys do not share keys; for example `6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b` */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "calls": 100,
                 *       "compare": 50
                 *     }
                 */
                "application/json": components["schemas"]["LabellerRunInput"];
            };
        };
        responses: {
            202: {
                headers: {
                    /** @description Present if this `Idempotency-Key` was used before: the answer is the one given then */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["IdempotencyInProgressOrInvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getLabelQueue: {
        parameters: {
            query?: {
                /** @description mixed: in turn the page with the highest probability and the one nearest to the threshold, over many domains; from ten relevant labels on, random pages instead of the highest. uncertain: probabilities nearest to the threshold. influential: uncertain pages with many links. newest-domain: the first page of each of the newest domains. audit: pages drawn at random from the whole session, half of them judged relevant: their labels measure precision and recall */
                strategy?: "mixed" | "uncertain" | "influential" | "newest-domain" | "audit";
                /** @description Only pages of this session; needed with `audit`. Default: pages of the newest sessions of the topic; for example `0190f4c8-7c1e-7000-8000-3f2504e04f89` */
                sessionId?: string;
                /** @description Number of pages in the queue */
                first?: number;
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `page,margin` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabelCandidatePage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `id,url` */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookPage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated call with the same key gets the answer of the first call. Callers with different API keys do not share keys; for example `6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b` */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://receiver.example/gleaner",
                 *       "types": [
                 *         "session.ended",
                 *         "page.relevant"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateWebhookInput"];
            };
        };
        responses: {
            201: {
                headers: {
                    /** @description Present if this `Idempotency-Key` was used before: the answer is the one given then */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecretDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: {
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `id,url` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the state on which the change is based; for example `"4cLZb3hHqLzqk1fP2yXo"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the state on which the change is based; for example `"4cLZb3hHqLzqk1fP2yXo"` */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "types": [
                 *         "session.ended"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UpdateWebhookInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "overlapSeconds": 3600
                 *     }
                 */
                "application/json": components["schemas"]["RotateWebhookSecretInput"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecretDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Only results with this webhookId */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookMessageDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["InvalidState"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayWebhookMessages: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Only results with this webhookId */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-11-01T00:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["ReplayWebhookMessagesInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayedMessagesDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["InvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookMessages: {
        parameters: {
            query?: {
                /** @description Number of rows on a page */
                first?: number;
                /** @description Continue after this row: `pageInfo.endCursor` of the page before; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                after?: string;
                /** @description Instead of `first`: this number of rows from the end, or before a cursor; for example `20` */
                last?: number;
                /** @description End before this row: `pageInfo.startCursor` of the page after; for example `WyIyMDI2LTExLTAxVDAwOjAwOjAwLjAwMFoiXQ` */
                before?: string;
                /** @description Also answer `total` and `totalIsExact`. This takes a separate query */
                total?: boolean;
                /** @description Only messages in this state; for example `pending` */
                state?: "pending" | "delivered" | "failed";
                /** @description Only messages of this type; for example `session.ended` */
                type?: "session.ended" | "session.state_changed" | "session.saturated" | "page.relevant" | "label.wanted" | "model.trained" | "page.collected" | "domain.found" | "change.seen" | "quota.reached" | "webhook.test";
                /** @description Only messages about this session; for example `0190f4c8-7c1e-7000-8000-3f2504e04f89` */
                sessionId?: string;
                /** @description Only events at this time or later; for example `2026-11-01T12:00:00.000Z` */
                from?: string;
                /** @description Only events before this time; for example `2026-11-01T12:00:00.000Z` */
                to?: string;
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `id,webhookId` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Only results with this webhookId */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookMessagePage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhookMessage: {
        parameters: {
            query?: {
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `id,webhookId` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Only results with this webhookId */
                webhookId: string;
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookMessageDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookAttempts: {
        parameters: {
            query?: {
                /** @description Only these fields of each item, separated by commas. The ETag is that of the whole answer; for example `no,at` */
                fields?: string;
            };
            header?: never;
            path: {
                /** @description Only results with this webhookId */
                webhookId: string;
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAttemptPage"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayWebhookMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Only results with this webhookId */
                webhookId: string;
                /** @description Id of the object */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookMessageDto"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            409: components["responses"]["InvalidState"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOperations: {
        parameters: {
            query?: {
                /** @description Only these fields of the answer, separated by commas. The ETag is that of the whole answer; for example `version,processes` */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match` and `If-Match` */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationsDto"];
                };
            };
            /** @description The client already has the present state, which `If-None-Match` names */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeSeen: {
        parameters: {
            query?: never;
            header: {
                /** @description `msg_` and the id of the message, the same at each attempt */
                "webhook-id": string;
                /** @description Time of the attempt in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description A signature for each valid secret of the webhook, by the Standard Webhooks specification */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "change.seen",
                 *       "timestamp": "2026-11-01T09:54:34.000Z",
                 *       "data": {
                 *         "topicId": "0190f4c8-7c1e-7000-8000-3f2504e04f90",
                 *         "monitorId": "0190f4c8-7c1e-7000-8000-3f2504e04f91",
                 *         "runId": "0190f4c8-7c1e-7000-8000-3f2504e04f92",
                 *         "sessionId": "0190f4c8-7c1e-7000-8000-3f2504e04f89",
                 *         "watchedSessionId": null,
                 *         "changes": [
                 *           {
                 *             "id": "0190f4c8-7c1e-7000-8000-3f2504e04f93",
                 *             "kind": "changed",
                 *             "url": "https://cheese.example/brie",
                 *             "title": "Brie",
                 *             "seenAt": "2026-11-01T09:54:33.123Z",
                 *             "linesAdded": 1,
                 *             "linesRemoved": 1,
                 *             "difference": "-Brie is a soft cheese.\n+Brie is a soft cheese of cow milk.\n"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @example change.seen
                     * @enum {string}
                     */
                    type: "change.seen";
                    /**
                     * Format: date-time
                     * @description When it happened
                     * @example 2026-11-01T09:54:34.000Z
                     */
                    timestamp: string;
                    data: components["schemas"]["ChangeSeenEvent"];
                };
            };
        };
        responses: {
            /** @description The receiver wants no more messages: the service switches the webhook off */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has the message */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again later. `Retry-After` says when, at most a day later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    domainFound: {
        parameters: {
            query?: never;
            header: {
                /** @description `msg_` and the id of the message, the same at each attempt */
                "webhook-id": string;
                /** @description Time of the attempt in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description A signature for each valid secret of the webhook, by the Standard Webhooks specification */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "domain.found",
                 *       "timestamp": "2026-11-01T09:54:34.000Z",
                 *       "data": {
                 *         "topicId": "0190f4c8-7c1e-7000-8000-3f2504e04f90",
                 *         "domains": [
                 *           {
                 *             "name": "cheese.example",
                 *             "pages": 3,
                 *             "relevant": 2,
                 *             "firstFoundAt": "2026-11-01T09:54:33.123Z"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @example domain.found
                     * @enum {string}
                     */
                    type: "domain.found";
                    /**
                     * Format: date-time
                     * @description When it happened
                     * @example 2026-11-01T09:54:34.000Z
                     */
                    timestamp: string;
                    data: components["schemas"]["DomainFoundEvent"];
                };
            };
        };
        responses: {
            /** @description The receiver wants no more messages: the service switches the webhook off */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has the message */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again later. `Retry-After` says when, at most a day later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    labelWanted: {
        parameters: {
            query?: never;
            header: {
                /** @description `msg_` and the id of the message, the same at each attempt */
                "webhook-id": string;
                /** @description Time of the attempt in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description A signature for each valid secret of the webhook, by the Standard Webhooks specification */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "label.wanted",
                 *       "timestamp": "2026-11-01T09:54:34.000Z",
                 *       "data": {
                 *         "sessionId": "0190f4c8-7c1e-7000-8000-3f2504e04f89",
                 *         "topicId": "0190f4c8-7c1e-7000-8000-3f2504e04f90",
                 *         "pages": [
                 *           {
                 *             "seq": 17,
                 *             "step": 20,
                 *             "url": "https://cheese.example/brie",
                 *             "domain": "cheese.example",
                 *             "title": "Brie",
                 *             "probability": 0.52,
                 *             "margin": 0.02
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @example label.wanted
                     * @enum {string}
                     */
                    type: "label.wanted";
                    /**
                     * Format: date-time
                     * @description When it happened
                     * @example 2026-11-01T09:54:34.000Z
                     */
                    timestamp: string;
                    data: components["schemas"]["LabelWantedEvent"];
                };
            };
        };
        responses: {
            /** @description The receiver wants no more messages: the service switches the webhook off */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has the message */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again later. `Retry-After` says when, at most a day later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    modelTrained: {
        parameters: {
            query?: never;
            header: {
                /** @description `msg_` and the id of the message, the same at each attempt */
                "webhook-id": string;
                /** @description Time of the attempt in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description A signature for each valid secret of the webhook, by the Standard Webhooks specification */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "model.trained",
                 *       "timestamp": "2026-11-01T09:54:34.000Z",
                 *       "data": {
                 *         "modelId": "0190f4c8-7c1e-7000-8000-3f2504e04f89",
                 *         "topicId": "0190f4c8-7c1e-7000-8000-3f2504e04f90",
                 *         "version": 3,
                 *         "kind": "linear",
                 *         "threshold": 0.5,
                 *         "trainedAt": "2026-11-01T09:54:33.123Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @example model.trained
                     * @enum {string}
                     */
                    type: "model.trained";
                    /**
                     * Format: date-time
                     * @description When it happened
                     * @example 2026-11-01T09:54:34.000Z
                     */
                    timestamp: string;
                    data: components["schemas"]["ModelTrainedEvent"];
                };
            };
        };
        responses: {
            /** @description The receiver wants no more messages: the service switches the webhook off */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has the message */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again later. `Retry-After` says when, at most a day later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    pageCollected: {
        parameters: {
            query?: never;
            header: {
                /** @description `msg_` and the id of the message, the same at each attempt */
                "webhook-id": string;
                /** @description Time of the attempt in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description A signature for each valid secret of the webhook, by the Standard Webhooks specification */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "page.collected",
                 *       "timestamp": "2026-11-01T09:54:34.000Z",
                 *       "data": {
                 *         "topicId": "0190f4c8-7c1e-7000-8000-3f2504e04f90",
                 *         "pages": [
                 *           {
                 *             "key": "9dfb9e06-4c1c-0b4a-6c4a-1c4f8c2a7f0e",
                 *             "url": "https://cheese.example/brie",
                 *             "domain": "cheese.example",
                 *             "title": "Brie",
                 *             "language": "en",
                 *             "probability": 0.93,
                 *             "firstFoundAt": "2026-11-01T09:54:33.123Z"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @example page.collected
                     * @enum {string}
                     */
                    type: "page.collected";
                    /**
                     * Format: date-time
                     * @description When it happened
                     * @example 2026-11-01T09:54:34.000Z
                     */
                    timestamp: string;
                    data: components["schemas"]["PageCollectedEvent"];
                };
            };
        };
        responses: {
            /** @description The receiver wants no more messages: the service switches the webhook off */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has the message */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again later. `Retry-After` says when, at most a day later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    pageRelevant: {
        parameters: {
            query?: never;
            header: {
                /** @description `msg_` and the id of the message, the same at each attempt */
                "webhook-id": string;
                /** @description Time of the attempt in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description A signature for each valid secret of the webhook, by the Standard Webhooks specification */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "page.relevant",
                 *       "timestamp": "2026-11-01T09:54:34.000Z",
                 *       "data": {
                 *         "sessionId": "0190f4c8-7c1e-7000-8000-3f2504e04f89",
                 *         "topicId": "0190f4c8-7c1e-7000-8000-3f2504e04f90",
                 *         "pages": [
                 *           {
                 *             "seq": 17,
                 *             "step": 20,
                 *             "url": "https://cheese.example/brie",
                 *             "domain": "cheese.example",
                 *             "title": "Brie",
                 *             "probability": 0.93,
                 *             "depth": 2,
                 *             "fetchedAt": "2026-11-01T09:54:33.123Z"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @example page.relevant
                     * @enum {string}
                     */
                    type: "page.relevant";
                    /**
                     * Format: date-time
                     * @description When it happened
                     * @example 2026-11-01T09:54:34.000Z
                     */
                    timestamp: string;
                    data: components["schemas"]["PageRelevantEvent"];
                };
            };
        };
        responses: {
            /** @description The receiver wants no more messages: the service switches the webhook off */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has the message */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again later. `Retry-After` says when, at most a day later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    quotaReached: {
        parameters: {
            query?: never;
            header: {
                /** @description `msg_` and the id of the message, the same at each attempt */
                "webhook-id": string;
                /** @description Time of the attempt in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description A signature for each valid secret of the webhook, by the Standard Webhooks specification */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "quota.reached",
                 *       "timestamp": "2026-11-01T09:54:34.000Z",
                 *       "data": {
                 *         "sessionId": "0190f4c8-7c1e-7000-8000-3f2504e04f89",
                 *         "topicId": "0190f4c8-7c1e-7000-8000-3f2504e04f90",
                 *         "quota": "stored-pages",
                 *         "reason": "quota",
                 *         "error": null,
                 *         "policy": "prospector",
                 *         "found": 900,
                 *         "fetched": 500,
                 *         "relevant": 120,
                 *         "domains": 40,
                 *         "relevantDomains": 12,
                 *         "failed": 9
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @example quota.reached
                     * @enum {string}
                     */
                    type: "quota.reached";
                    /**
                     * Format: date-time
                     * @description When it happened
                     * @example 2026-11-01T09:54:34.000Z
                     */
                    timestamp: string;
                    data: components["schemas"]["QuotaReachedEvent"];
                };
            };
        };
        responses: {
            /** @description The receiver wants no more messages: the service switches the webhook off */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has the message */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again later. `Retry-After` says when, at most a day later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    sessionEnded: {
        parameters: {
            query?: never;
            header: {
                /** @description `msg_` and the id of the message, the same at each attempt */
                "webhook-id": string;
                /** @description Time of the attempt in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description A signature for each valid secret of the webhook, by the Standard Webhooks specification */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "session.ended",
                 *       "timestamp": "2026-11-01T09:54:34.000Z",
                 *       "data": {
                 *         "sessionId": "0190f4c8-7c1e-7000-8000-3f2504e04f89",
                 *         "topicId": "0190f4c8-7c1e-7000-8000-3f2504e04f90",
                 *         "state": "completed",
                 *         "reason": "budget",
                 *         "error": null,
                 *         "policy": "prospector",
                 *         "found": 900,
                 *         "fetched": 500,
                 *         "relevant": 120,
                 *         "domains": 40,
                 *         "relevantDomains": 12,
                 *         "failed": 9
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @example session.ended
                     * @enum {string}
                     */
                    type: "session.ended";
                    /**
                     * Format: date-time
                     * @description When it happened
                     * @example 2026-11-01T09:54:34.000Z
                     */
                    timestamp: string;
                    data: components["schemas"]["SessionEndedEvent"];
                };
            };
        };
        responses: {
            /** @description The receiver wants no more messages: the service switches the webhook off */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has the message */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again later. `Retry-After` says when, at most a day later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    sessionSaturated: {
        parameters: {
            query?: never;
            header: {
                /** @description `msg_` and the id of the message, the same at each attempt */
                "webhook-id": string;
                /** @description Time of the attempt in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description A signature for each valid secret of the webhook, by the Standard Webhooks specification */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "session.saturated",
                 *       "timestamp": "2026-11-01T09:54:34.000Z",
                 *       "data": {
                 *         "sessionId": "0190f4c8-7c1e-7000-8000-3f2504e04f89",
                 *         "topicId": "0190f4c8-7c1e-7000-8000-3f2504e04f90",
                 *         "window": 100,
                 *         "minHarvestRate": 0.1,
                 *         "confidence": 0.95,
                 *         "relevant": 2,
                 *         "harvestRate": 0.02,
                 *         "upper": 0.0616
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @example session.saturated
                     * @enum {string}
                     */
                    type: "session.saturated";
                    /**
                     * Format: date-time
                     * @description When it happened
                     * @example 2026-11-01T09:54:34.000Z
                     */
                    timestamp: string;
                    data: components["schemas"]["SessionSaturatedEvent"];
                };
            };
        };
        responses: {
            /** @description The receiver wants no more messages: the service switches the webhook off */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has the message */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again later. `Retry-After` says when, at most a day later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    sessionStateChanged: {
        parameters: {
            query?: never;
            header: {
                /** @description `msg_` and the id of the message, the same at each attempt */
                "webhook-id": string;
                /** @description Time of the attempt in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description A signature for each valid secret of the webhook, by the Standard Webhooks specification */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "session.state_changed",
                 *       "timestamp": "2026-11-01T09:54:34.000Z",
                 *       "data": {
                 *         "sessionId": "0190f4c8-7c1e-7000-8000-3f2504e04f89",
                 *         "topicId": "0190f4c8-7c1e-7000-8000-3f2504e04f90",
                 *         "from": "starting",
                 *         "to": "running",
                 *         "kind": "running",
                 *         "by": "worker",
                 *         "reason": null,
                 *         "error": null
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @example session.state_changed
                     * @enum {string}
                     */
                    type: "session.state_changed";
                    /**
                     * Format: date-time
                     * @description When it happened
                     * @example 2026-11-01T09:54:34.000Z
                     */
                    timestamp: string;
                    data: components["schemas"]["SessionStateChangedEvent"];
                };
            };
        };
        responses: {
            /** @description The receiver wants no more messages: the service switches the webhook off */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has the message */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again later. `Retry-After` says when, at most a day later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookTest: {
        parameters: {
            query?: never;
            header: {
                /** @description `msg_` and the id of the message, the same at each attempt */
                "webhook-id": string;
                /** @description Time of the attempt in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description A signature for each valid secret of the webhook, by the Standard Webhooks specification */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "webhook.test",
                 *       "timestamp": "2026-11-01T09:54:34.000Z",
                 *       "data": {
                 *         "webhookId": "0190f4c8-7c1e-7000-8000-3f2504e04f89"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @example webhook.test
                     * @enum {string}
                     */
                    type: "webhook.test";
                    /**
                     * Format: date-time
                     * @description When it happened
                     * @example 2026-11-01T09:54:34.000Z
                     */
                    timestamp: string;
                    data: components["schemas"]["WebhookTestEvent"];
                };
            };
        };
        responses: {
            /** @description The receiver wants no more messages: the service switches the webhook off */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has the message */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service tries again later. `Retry-After` says when, at most a day later */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
