-- Sessions tell their own events who changed them (`gleaner.actor` is then `user`, `worker`, `job` or `schedule`). The audit log has changes of calls alone, and
-- names their caller: of a user's change that is `gleaner.caller`.
CREATE OR REPLACE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  at timestamptz := clock_timestamp();
  who text := coalesce(current_setting('gleaner.actor', true), '');
BEGIN
  IF who = 'user' THEN
    who := coalesce(current_setting('gleaner.caller', true), '');
  END IF;
  IF who IN ('', 'worker', 'job', 'schedule') THEN
    RETURN NULL;
  END IF;
  EXECUTE format(
    'INSERT INTO audit_entries (id, project_id, created_at, actor, address, request_id, call, object, change, rows, ids)
     SELECT time_ordered_id($1), %s, $1, $4, coalesce(current_setting(''gleaner.address'', true), ''''),
       coalesce(current_setting(''gleaner.request'', true), ''''), coalesce(current_setting(''gleaner.call'', true), ''''), $2, $3, count(*), (array_agg(%s::text))[1:20] FROM changed c GROUP BY 2 HAVING count(*) > 0',
    TG_ARGV[1], TG_ARGV[0])
  USING at, TG_TABLE_NAME, lower(TG_OP), who;
  RETURN NULL;
END $$;
