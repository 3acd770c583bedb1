-- What is known of whether pages of one host and shape need a browser.
CREATE TABLE "render_shapes" (
  "host" TEXT NOT NULL,
  "shape" TEXT NOT NULL,
  "signal" TEXT NOT NULL,
  "samples" DOUBLE PRECISION NOT NULL,
  "gains" DOUBLE PRECISION NOT NULL,
  "interval" INTEGER NOT NULL,
  "updated_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "render_shapes_pkey" PRIMARY KEY ("host", "shape", "signal")
);
CREATE INDEX "render_shapes_updated_at_idx" ON "render_shapes"("updated_at");
