ALTER TABLE "availability_exceptions" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "changes" jsonb DEFAULT '[]'::jsonb NOT NULL;