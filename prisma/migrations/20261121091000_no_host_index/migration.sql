-- No query looks URLs up by host, and the index costs every discovered URL a write.
DROP INDEX "urls_session_id_host_idx";
