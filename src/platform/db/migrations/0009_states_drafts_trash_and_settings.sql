CREATE TABLE "availability_exceptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"note" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "availability_exceptions_kind" CHECK ("availability_exceptions"."kind" in ('off', 'extra')),
	CONSTRAINT "availability_exceptions_span" CHECK ("availability_exceptions"."starts_at" < "availability_exceptions"."ends_at"),
	CONSTRAINT "availability_exceptions_note_length" CHECK (char_length("availability_exceptions"."note") between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "busy_calendars" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"encrypted_url" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "busy_times" (
	"calendar_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "busy_times_calendar_id_starts_at_ends_at_pk" PRIMARY KEY("calendar_id","starts_at","ends_at"),
	CONSTRAINT "busy_times_span" CHECK ("busy_times"."starts_at" < "busy_times"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "settings_versions" (
	"section" text NOT NULL,
	"version" integer NOT NULL,
	"value" jsonb,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	"saved_by" text NOT NULL,
	CONSTRAINT "settings_versions_section_version_pk" PRIMARY KEY("section","version")
);
--> statement-breakpoint
DROP INDEX "courses_created_at_idx";--> statement-breakpoint
DROP INDEX "testimonials_created_at_idx";--> statement-breakpoint
DROP INDEX "blog_posts_date_idx";--> statement-breakpoint
DROP INDEX "bookings_booking_date_unique";--> statement-breakpoint
DROP INDEX "bookings_booking_date_idx";--> statement-breakpoint
DROP INDEX "bookings_created_at_idx";--> statement-breakpoint
DROP INDEX "events_date_idx";--> statement-breakpoint
DROP INDEX "freebies_created_at_idx";--> statement-breakpoint
DROP INDEX "leads_category_created_at_idx";--> statement-breakpoint
DROP INDEX "leads_created_at_idx";--> statement-breakpoint
DROP INDEX "videos_created_at_idx";--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "image_alt" text;--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "published_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
UPDATE "blog_posts" SET "published_at" = "created_at";--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "blog_posts" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "join_details" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "paid_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "payment_reference" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "mentor_note" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "is_booked_by_mentor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "position" double precision DEFAULT extract(epoch from clock_timestamp()) NOT NULL;--> statement-breakpoint
UPDATE "courses" SET "position" = extract(epoch from "created_at");--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "freebies" ADD COLUMN "published_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
UPDATE "freebies" SET "published_at" = "created_at";--> statement-breakpoint
ALTER TABLE "freebies" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "freebies" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "state" text DEFAULT 'new' NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "testimonials" ADD COLUMN "alt" text;--> statement-breakpoint
ALTER TABLE "testimonials" ADD COLUMN "published_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
UPDATE "testimonials" SET "published_at" = "created_at";--> statement-breakpoint
ALTER TABLE "testimonials" ADD COLUMN "position" double precision DEFAULT extract(epoch from clock_timestamp()) NOT NULL;--> statement-breakpoint
UPDATE "testimonials" SET "position" = extract(epoch from "created_at");--> statement-breakpoint
ALTER TABLE "testimonials" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "testimonials" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "published_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
UPDATE "videos" SET "published_at" = "created_at";--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "busy_times" ADD CONSTRAINT "busy_times_calendar_id_busy_calendars_id_fk" FOREIGN KEY ("calendar_id") REFERENCES "public"."busy_calendars"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "availability_exceptions_ends_at_idx" ON "availability_exceptions" USING btree ("ends_at","id");--> statement-breakpoint
CREATE INDEX "busy_times_ends_at_idx" ON "busy_times" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "blog_posts_deleted_at_idx" ON "blog_posts" USING btree ("deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "bookings_email_idx" ON "bookings" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "bookings_deleted_at_idx" ON "bookings" USING btree ("deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "courses_position_idx" ON "courses" USING btree ("position","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "courses_deleted_at_idx" ON "courses" USING btree ("deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "events_deleted_at_idx" ON "events" USING btree ("deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "freebies_deleted_at_idx" ON "freebies" USING btree ("deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "leads_category_state_created_at_idx" ON "leads" USING btree ("category","state","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_email_idx" ON "leads" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "leads_deleted_at_idx" ON "leads" USING btree ("deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "testimonials_position_idx" ON "testimonials" USING btree ("position","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "testimonials_deleted_at_idx" ON "testimonials" USING btree ("deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "videos_deleted_at_idx" ON "videos" USING btree ("deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "blog_posts_date_idx" ON "blog_posts" USING btree ("date","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "bookings_booking_date_unique" ON "bookings" USING btree ("booking_date") WHERE "bookings"."cancelled_at" is null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "bookings_booking_date_idx" ON "bookings" USING btree ("booking_date","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "bookings_created_at_idx" ON "bookings" USING btree ("created_at") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "events_date_idx" ON "events" USING btree ("date","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "freebies_created_at_idx" ON "freebies" USING btree ("created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_category_created_at_idx" ON "leads" USING btree ("category","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "leads_created_at_idx" ON "leads" USING btree ("created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "videos_created_at_idx" ON "videos" USING btree ("created_at","id") WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE "blog_posts" ADD CONSTRAINT "blog_posts_image_alt_length" CHECK (char_length("blog_posts"."image_alt") between 1 and 300);--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_join_details_length" CHECK (char_length("bookings"."join_details") between 1 and 500);--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_payment_reference_length" CHECK (char_length("bookings"."payment_reference") between 1 and 200);--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_outcome" CHECK ("bookings"."outcome" in ('done', 'missed'));--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_mentor_note_length" CHECK (char_length("bookings"."mentor_note") between 1 and 10000);--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_state" CHECK ("leads"."state" in ('new', 'answered', 'won', 'closed'));--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_note_length" CHECK (char_length("leads"."note") between 1 and 10000);--> statement-breakpoint
ALTER TABLE "testimonials" ADD CONSTRAINT "testimonials_alt_length" CHECK (char_length("testimonials"."alt") between 1 and 300);--> statement-breakpoint
-- Leads are counted by their state as well, and what lies in the trash is not counted.
DROP TABLE "lead_totals";--> statement-breakpoint
CREATE TABLE "lead_totals" (
	"category" text NOT NULL,
	"state" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "lead_totals_category_state_pk" PRIMARY KEY("category","state")
);
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_lead_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    TRUNCATE lead_totals, leads_by_hour;
    RETURN NULL;
  END IF;
  INSERT INTO lead_totals AS kept
    SELECT category, state, TG_ARGV[0]::int * count(*) FROM changed WHERE deleted_at IS NULL GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (category, state) DO UPDATE SET count = kept.count + excluded.count;
  INSERT INTO leads_by_hour AS kept
    SELECT date_trunc('hour', created_at, 'UTC'), TG_ARGV[0]::int * count(*) FROM changed WHERE deleted_at IS NULL GROUP BY 1 ORDER BY 1
    ON CONFLICT (hour) DO UPDATE SET count = kept.count + excluded.count;
  RETURN NULL;
END;
$$;--> statement-breakpoint
INSERT INTO lead_totals SELECT category, state, count(*) FROM leads GROUP BY 1, 2;--> statement-breakpoint
CREATE TRIGGER notify_change AFTER INSERT OR UPDATE OR DELETE ON "settings_versions" FOR EACH ROW EXECUTE FUNCTION notify_change();--> statement-breakpoint
CREATE TRIGGER notify_change AFTER INSERT OR UPDATE OR DELETE ON "availability_exceptions" FOR EACH ROW EXECUTE FUNCTION notify_change();--> statement-breakpoint
CREATE TRIGGER notify_change AFTER INSERT OR UPDATE OR DELETE ON "busy_calendars" FOR EACH ROW EXECUTE FUNCTION notify_change();--> statement-breakpoint
CREATE TRIGGER notify_change AFTER INSERT OR DELETE ON "busy_times" FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
