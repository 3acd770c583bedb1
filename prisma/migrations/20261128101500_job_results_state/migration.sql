-- Results of jobs say `state`, as everything does in the API.
UPDATE "jobs" SET "result" = ("result" - 'status') || jsonb_build_object('state', "result" -> 'status') WHERE "result" ? 'status';
