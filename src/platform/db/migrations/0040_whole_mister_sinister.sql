ALTER TABLE "courses" ADD COLUMN "sessions" integer;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_sessions" CHECK ("courses"."sessions" between 1 and 100);