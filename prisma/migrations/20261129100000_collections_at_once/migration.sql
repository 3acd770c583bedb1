-- Sessions that end or are deleted, labels and verdicts change collections: workers are notified, and need not wait for their next look.
CREATE FUNCTION notify_collections() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('gleaner_collections', '');
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION notify_collections FROM PUBLIC;
CREATE TRIGGER collections_notified AFTER UPDATE OF state ON "sessions" FOR EACH ROW
  WHEN (OLD.state IN ('STARTING', 'RUNNING') AND NEW.state NOT IN ('STARTING', 'RUNNING')) EXECUTE FUNCTION notify_collections();
CREATE TRIGGER collections_notified_delete AFTER DELETE ON "sessions" FOR EACH STATEMENT EXECUTE FUNCTION notify_collections();
CREATE TRIGGER collections_notified AFTER INSERT OR UPDATE OR DELETE ON "examples" FOR EACH STATEMENT EXECUTE FUNCTION notify_collections();
CREATE TRIGGER collections_notified AFTER INSERT OR UPDATE OR DELETE ON "collection_remarks" FOR EACH STATEMENT EXECUTE FUNCTION notify_collections();
-- Pages of the session were judged again.
CREATE TRIGGER collections_notified AFTER UPDATE OF collected ON "collection_progress" FOR EACH ROW
  WHEN (NEW.collected < OLD.collected) EXECUTE FUNCTION notify_collections();
