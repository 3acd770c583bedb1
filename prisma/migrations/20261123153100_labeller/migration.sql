-- What a labeller, a language model, says of pages. Its labels are kept apart from those of people, which are examples.
CREATE TABLE "labeller_labels" (
  "id" UUID NOT NULL,
  "topic_id" UUID NOT NULL,
  -- Name of the language model.
  "labeller" TEXT NOT NULL,
  -- A page of the label queue, or an example that was labelled again to compare: one of both.
  "url" TEXT,
  "example_id" UUID,
  "title" TEXT NOT NULL,
  -- As training reads it; '' for examples, which have it.
  "text" TEXT NOT NULL,
  "anchors" JSONB NOT NULL DEFAULT '[]',
  "relevant" BOOLEAN NOT NULL,
  "reason" TEXT NOT NULL,
  "job_id" UUID NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "labeller_labels_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "labeller_labels_of_one" CHECK (("url" IS NULL) <> ("example_id" IS NULL)),
  CONSTRAINT "labeller_labels_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "topics" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "labeller_labels_example_id_fkey" FOREIGN KEY ("example_id") REFERENCES "examples" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "labeller_labels_topic_id_labeller_url_key" ON "labeller_labels" ("topic_id", "labeller", "url");
CREATE UNIQUE INDEX "labeller_labels_example_id_labeller_key" ON "labeller_labels" ("example_id", "labeller");
CREATE INDEX "labeller_labels_topic_id_created_at_id_idx" ON "labeller_labels" ("topic_id", "created_at", "id");

-- Calls of a run, counted before each is made: a run that is begun again goes on counting.
CREATE TABLE "labeller_runs" (
  "job_id" UUID NOT NULL,
  "topic_id" UUID NOT NULL,
  "calls" INTEGER NOT NULL DEFAULT 0,
  "malformed" INTEGER NOT NULL DEFAULT 0,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "labeller_runs_pkey" PRIMARY KEY ("job_id"),
  CONSTRAINT "labeller_runs_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "topics" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "labeller_runs_topic_id_created_at_idx" ON "labeller_runs" ("topic_id", "created_at");

-- Calls of all runs of a project on one day (UTC).
CREATE TABLE "labeller_usage" (
  "project_id" UUID NOT NULL DEFAULT gleaner_home(),
  "day" DATE NOT NULL,
  "calls" INTEGER NOT NULL,
  CONSTRAINT "labeller_usage_pkey" PRIMARY KEY ("project_id", "day"),
  CONSTRAINT "labeller_usage_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

ALTER TABLE "labeller_labels" ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_project ON "labeller_labels" TO gleaner_api USING (EXISTS (SELECT FROM topics w WHERE w.id = labeller_labels.topic_id));
ALTER TABLE "labeller_runs" ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_project ON "labeller_runs" TO gleaner_api USING (EXISTS (SELECT FROM topics w WHERE w.id = labeller_runs.topic_id));
ALTER TABLE "labeller_usage" ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_project ON "labeller_usage" TO gleaner_api USING (project_id = gleaner_project());
