-- What a session was given for its fetches alone: headers and cookies for hosts, and proxies. Secrets: workers read them, and no answer has them.
ALTER TABLE "sessions" ADD COLUMN "access" JSONB;
