ALTER TABLE "testimonials" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "testimonials" ADD COLUMN "words" text;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "duration_seconds" integer;--> statement-breakpoint
ALTER TABLE "testimonials" ADD CONSTRAINT "testimonials_name_length" CHECK (char_length("testimonials"."name") between 1 and 100);--> statement-breakpoint
ALTER TABLE "testimonials" ADD CONSTRAINT "testimonials_words_length" CHECK (char_length("testimonials"."words") between 1 and 1000);--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_duration_positive" CHECK ("videos"."duration_seconds" > 0);