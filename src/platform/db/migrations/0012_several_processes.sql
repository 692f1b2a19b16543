CREATE TABLE "uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"metadata" jsonb NOT NULL,
	"timestamp" bigint NOT NULL,
	"size" bigint NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"parts" jsonb DEFAULT '[]'::jsonb,
	"path" text,
	"touched_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "uploads_timestamp_unique" UNIQUE("timestamp"),
	CONSTRAINT "uploads_received" CHECK ("uploads"."received" between 0 and "uploads"."size")
);
--> statement-breakpoint
ALTER TABLE "mail_deliveries" ADD COLUMN "claimed_by" text;--> statement-breakpoint
ALTER TABLE "mail_deliveries" ADD COLUMN "claimed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "uploads_touched_at_idx" ON "uploads" USING btree ("touched_at");