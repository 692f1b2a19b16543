CREATE TABLE "contact_sums" (
	"quarter" timestamp with time zone NOT NULL,
	"contact" text NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "contact_sums_quarter_contact_kind_key_pk" PRIMARY KEY("quarter","contact","kind","key")
);
--> statement-breakpoint
CREATE TABLE "visit_marks" (
	"hash" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visit_salts" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visit_sums" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"visits" integer NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "visit_sums_day_kind_key_pk" PRIMARY KEY("day","kind","key"),
	CONSTRAINT "visit_sums_kind" CHECK ("visit_sums"."kind" in ('all', 'page', 'referrer', 'utm_source', 'utm_medium', 'utm_campaign'))
);
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "first_page" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "referrer" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "utm_source" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "utm_medium" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "utm_campaign" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "first_page" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "referrer" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "utm_source" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "utm_medium" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "utm_campaign" text;--> statement-breakpoint
-- By hand, from here on. What tells visitors apart for a day is to leave no trace in the database's log.
ALTER TABLE "visit_salts" SET UNLOGGED;--> statement-breakpoint
ALTER TABLE "visit_marks" SET UNLOGGED;--> statement-breakpoint
-- Adds what a statement has inserted. Nothing takes it off again: the numbers stay when people go.
-- What the mentor books for somebody came by no visit. Rows are locked in one order.
CREATE FUNCTION keep_contact_sums() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO contact_sums AS kept (quarter, contact, kind, key, count)
    SELECT date_bin('15 minutes', created_at, timestamptz '2000-01-01 00:00:00Z'), TG_TABLE_NAME, named.kind, named.key, count(*)
    FROM added, LATERAL (VALUES
      ('all', ''), ('page', first_page),
      ('referrer', CASE WHEN first_page IS NOT NULL THEN coalesce(referrer, '') END),
      ('utm_source', utm_source), ('utm_medium', utm_medium), ('utm_campaign', utm_campaign)
    ) AS named (kind, key)
    WHERE named.key IS NOT NULL AND to_jsonb(added) -> 'is_booked_by_mentor' IS DISTINCT FROM 'true'
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (quarter, contact, kind, key) DO UPDATE SET count = kept.count + excluded.count;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER keep_contact_sums AFTER INSERT ON "leads" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION keep_contact_sums();--> statement-breakpoint
CREATE TRIGGER keep_contact_sums AFTER INSERT ON "bookings" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION keep_contact_sums();--> statement-breakpoint
INSERT INTO contact_sums (quarter, contact, kind, key, count)
  SELECT date_bin('15 minutes', created_at, timestamptz '2000-01-01 00:00:00Z'), 'leads', 'all', '', count(*) FROM leads GROUP BY 1;--> statement-breakpoint
INSERT INTO contact_sums (quarter, contact, kind, key, count)
  SELECT date_bin('15 minutes', created_at, timestamptz '2000-01-01 00:00:00Z'), 'bookings', 'all', '', count(*) FROM bookings WHERE NOT is_booked_by_mentor GROUP BY 1;
