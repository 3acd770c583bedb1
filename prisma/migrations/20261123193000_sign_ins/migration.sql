-- Sign-ins of browsers: each stands for the key it was made with, and ends with it. A key of the settings is known by its fingerprint.
CREATE TABLE "sign_ins" (
  "token_hash" BYTEA NOT NULL,
  "key_id" UUID,
  "operator" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "sign_ins_pkey" PRIMARY KEY ("token_hash"),
  CONSTRAINT "sign_ins_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "sign_ins_one_key" CHECK (("key_id" IS NULL) <> ("operator" IS NULL))
);
CREATE INDEX "sign_ins_key_id_created_at_idx" ON "sign_ins" ("key_id", "created_at");
CREATE INDEX "sign_ins_operator_created_at_idx" ON "sign_ins" ("operator", "created_at");
CREATE INDEX "sign_ins_expires_at_idx" ON "sign_ins" ("expires_at");
ALTER TABLE "sign_ins" ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_project ON "sign_ins" TO gleaner_api USING (EXISTS (SELECT FROM "api_keys" w WHERE w.id = "sign_ins"."key_id"));
