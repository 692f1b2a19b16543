CREATE TABLE "films" (
	"path" text PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"percent" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"small_path" text,
	"claim" uuid,
	"leftovers" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "films_state" CHECK ("films"."state" in ('waiting', 'converting', 'ready', 'failed')),
	CONSTRAINT "films_percent" CHECK ("films"."percent" between 0 and 100),
	CONSTRAINT "films_reason" CHECK (("films"."state" = 'failed') = ("films"."reason" is not null))
);
--> statement-breakpoint
CREATE TRIGGER notify_change AFTER INSERT OR UPDATE OR DELETE ON "films" FOR EACH ROW EXECUTE FUNCTION notify_change();
