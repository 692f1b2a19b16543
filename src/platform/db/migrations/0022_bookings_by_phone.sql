ALTER TABLE "bookings" ALTER COLUMN "email" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ALTER COLUMN "mailbox" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "phone" text;--> statement-breakpoint
CREATE INDEX "bookings_phone_tail_idx" ON "bookings" USING btree (right(regexp_replace("phone", '[^0-9]', '', 'g'), 7));--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_phone_length" CHECK (char_length("bookings"."phone") between 1 and 60);