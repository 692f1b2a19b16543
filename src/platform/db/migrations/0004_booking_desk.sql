DROP INDEX "bookings_booking_date_unique";--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "calendar_sequence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "cancelled_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "bookings_booking_date_idx" ON "bookings" USING btree ("booking_date","id");--> statement-breakpoint
CREATE UNIQUE INDEX "bookings_booking_date_unique" ON "bookings" USING btree ("booking_date") WHERE "bookings"."cancelled_at" is null;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_time_zone_length" CHECK (char_length("bookings"."time_zone") between 1 and 60);--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_calendar_sequence" CHECK ("bookings"."calendar_sequence" >= 0);