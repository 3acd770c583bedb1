-- The three largest tables are cut into partitions, so that clearing away a large session is work on one part of each, and so is the vacuum after it: a vacuum
-- reads each index of a table from end to end, however little of it has changed.
--
-- Two levels. Ids of sessions begin with the time at which they were made (UUID version 7), so a range of ids is a time. Sessions from now on are spread over 16
-- partitions by a hash of their id; a session is in one partition of each table. What is there already stays where it is and becomes the partition of earlier
-- sessions: its rows are read once to make sure that they belong there, and nothing is copied. A later migration may spread later sessions over more partitions
-- in the same way.
--
-- Partitions are in a schema of their own. The service names whole tables alone, and its roles may not use that schema: what they see goes through the policies of
-- the whole tables.
CREATE SCHEMA "partitions";

DO $$
DECLARE
  big text;
  earlier text;
  key text;
  indexes text[];
  made text;
  since text;
  has_earlier boolean;
  from_now uuid := (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid;
BEGIN
  FOREACH big IN ARRAY ARRAY['urls', 'pages', 'links'] LOOP
    earlier := big || '_earlier';
    -- The whole table has the keys and indexes that there were, under their names.
    SELECT format('ADD CONSTRAINT %I %s', conname, pg_get_constraintdef(oid)) INTO key FROM pg_constraint WHERE conrelid = big::regclass AND contype = 'p';
    SELECT array_agg(pg_get_indexdef(indexrelid)) INTO indexes FROM pg_index WHERE indrelid = big::regclass AND NOT indisprimary;
    EXECUTE format('ALTER TABLE %I RENAME TO %I', big, earlier);
    FOR made IN SELECT indexrelid::regclass::text FROM pg_index WHERE indrelid = earlier::regclass LOOP
      EXECUTE format('ALTER INDEX %I RENAME TO %I', made, made || '_earlier');
    END LOOP;
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION) PARTITION BY RANGE ("session_id")', big, earlier);
    EXECUTE format('ALTER TABLE %I %s', big, key);
    FOREACH made IN ARRAY coalesce(indexes, '{}') LOOP
      EXECUTE made;
    END LOOP;

    EXECUTE format('SELECT EXISTS (SELECT FROM %I)', earlier) INTO has_earlier;
    since := CASE WHEN has_earlier THEN quote_literal(from_now) ELSE 'MINVALUE' END;
    EXECUTE format('CREATE TABLE partitions.%I PARTITION OF %I FOR VALUES FROM (%s) TO (MAXVALUE) PARTITION BY HASH ("session_id")', big || '_hashed', big, since);
    FOR remainder IN 0..15 LOOP
      EXECUTE format('CREATE TABLE partitions.%I PARTITION OF partitions.%I FOR VALUES WITH (MODULUS 16, REMAINDER %s)', format('%s_%s', big, lpad(remainder::text, 2, '0')),
        big || '_hashed', remainder);
    END LOOP;

    IF has_earlier THEN
      -- Of few sessions, or of none: those with ids of another kind, or from a machine whose clock is ahead.
      EXECUTE format('INSERT INTO %I SELECT * FROM %I WHERE "session_id" >= %L', big, earlier, from_now);
      EXECUTE format('DELETE FROM %I WHERE "session_id" >= %L', earlier, from_now);
      EXECUTE format('ALTER TABLE %I SET SCHEMA partitions', earlier);
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION partitions.%I FOR VALUES FROM (MINVALUE) TO (%L)', big, earlier, from_now);
    ELSE
      EXECUTE format('DROP TABLE %I', earlier);
    END IF;

    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', big);
    EXECUTE format('CREATE POLICY of_project ON %I TO gleaner_api USING (EXISTS (SELECT FROM "sessions" w WHERE w.id = %I."session_id"))', big, big);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO gleaner_api, gleaner_worker', big);
  END LOOP;
END $$;

-- Indexes of partitions are called as those of the whole tables, with the end of the partition's name: that is how they stand in plans and statistics.
DO $$
DECLARE
  part record;
BEGIN
  FOR part IN
    SELECT c.relname AS made, w.relname || substring(t.relname FROM '_[^_]+$') AS name
    FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class w ON w.oid = pg_partition_root(c.oid)
    WHERE t.relnamespace = 'partitions'::regnamespace
  LOOP
    IF part.made <> part.name THEN
      EXECUTE format('ALTER INDEX partitions.%I RENAME TO %I', part.made, part.name);
    END IF;
  END LOOP;
END $$;

-- Should somebody give a role rights on a partition, it sees no row there.
DO $$
DECLARE
  part regclass;
BEGIN
  FOR part IN SELECT oid FROM pg_class WHERE relnamespace = 'partitions'::regnamespace AND relkind IN ('r', 'p') LOOP
    EXECUTE format('DROP POLICY IF EXISTS of_project ON %s', part);
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', part);
    EXECUTE format('REVOKE ALL ON %s FROM gleaner_api, gleaner_worker', part);
  END LOOP;
END $$;
