DROP INDEX "bookings_booking_date_unique";--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "session_minutes" integer;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "session_price" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_session_minutes" CHECK ("bookings"."session_minutes" between 1 and 1440);--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_session_price_length" CHECK (char_length("bookings"."session_price") between 1 and 60);--> statement-breakpoint
-- By hand: Drizzle has no exclusion constraints. A row without a length takes its first minute, so that
-- existing rows, and those of the version before during an update, have at least a start of their own.
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_no_overlap" EXCLUDE USING gist (
	tsrange(
		"booking_date" AT TIME ZONE 'UTC',
		("booking_date" AT TIME ZONE 'UTC') + make_interval(mins => coalesce("session_minutes", 1))
	) WITH &&
) WHERE ("cancelled_at" IS NULL AND "deleted_at" IS NULL);
