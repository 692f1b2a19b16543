CREATE TABLE "blog_posts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"date" date NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"image" text,
	"excerpt" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blog_posts_title_length" CHECK (char_length("blog_posts"."title") between 1 and 300)
);
--> statement-breakpoint
CREATE TABLE "bookings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"session_type" text NOT NULL,
	"booking_date" timestamp with time zone NOT NULL,
	"meeting_type" text NOT NULL,
	"trading_knowledge" text NOT NULL,
	"notes" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bookings_name_length" CHECK (char_length("bookings"."name") between 2 and 200),
	CONSTRAINT "bookings_email_length" CHECK (char_length("bookings"."email") between 3 and 320),
	CONSTRAINT "bookings_session_type_length" CHECK (char_length("bookings"."session_type") between 1 and 120),
	CONSTRAINT "bookings_notes_length" CHECK (char_length("bookings"."notes") <= 20000),
	CONSTRAINT "bookings_booking_date_whole_minute" CHECK (date_trunc('minute', "bookings"."booking_date") = "bookings"."booking_date"),
	CONSTRAINT "bookings_meeting_type" CHECK ("bookings"."meeting_type" in ('Microsoft Teams', 'WhatsApp Video Call', 'Zoom', 'Google Meet')),
	CONSTRAINT "bookings_trading_knowledge" CHECK ("bookings"."trading_knowledge" in ('Beginner', 'Intermediate', 'Advanced'))
);
--> statement-breakpoint
CREATE TABLE "courses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"price" text NOT NULL,
	"description" text,
	"features" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "courses_title_length" CHECK (char_length("courses"."title") between 1 and 300),
	CONSTRAINT "courses_price_length" CHECK (char_length("courses"."price") between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"date" date NOT NULL,
	"time" time,
	"location" text,
	"description" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "events_title_length" CHECK (char_length("events"."title") between 1 and 300)
);
--> statement-breakpoint
CREATE TABLE "freebies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"file_url" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "freebies_title_length" CHECK (char_length("freebies"."title") between 1 and 300)
);
--> statement-breakpoint
CREATE TABLE "leads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"source" text NOT NULL,
	"message" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "leads_name_length" CHECK (char_length("leads"."name") between 2 and 200),
	CONSTRAINT "leads_email_length" CHECK (char_length("leads"."email") between 3 and 320),
	CONSTRAINT "leads_phone_length" CHECK (char_length("leads"."phone") between 1 and 60),
	CONSTRAINT "leads_source_length" CHECK (char_length("leads"."source") between 1 and 120),
	CONSTRAINT "leads_message_length" CHECK (char_length("leads"."message") between 1 and 10000)
);
--> statement-breakpoint
CREATE TABLE "mail_deliveries" (
	"key" text PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "mail_deliveries_status" CHECK ("mail_deliveries"."status" in ('queued', 'sent', 'failed', 'cancelled')),
	CONSTRAINT "mail_deliveries_sent_at" CHECK (("mail_deliveries"."status" = 'sent') = ("mail_deliveries"."sent_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "testimonials" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"image_url" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "videos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"subtitle" text NOT NULL,
	"video_url" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "videos_title_length" CHECK (char_length("videos"."title") between 1 and 300),
	CONSTRAINT "videos_subtitle_length" CHECK (char_length("videos"."subtitle") between 1 and 500)
);
--> statement-breakpoint
CREATE INDEX "blog_posts_date_idx" ON "blog_posts" USING btree ("date" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "bookings_booking_date_unique" ON "bookings" USING btree ("booking_date");--> statement-breakpoint
CREATE INDEX "courses_created_at_idx" ON "courses" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "events_date_idx" ON "events" USING btree ("date" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "freebies_created_at_idx" ON "freebies" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "leads_created_at_idx" ON "leads" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "leads_source_created_at_idx" ON "leads" USING btree ("source","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mail_deliveries_status_created_at_idx" ON "mail_deliveries" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "testimonials_created_at_idx" ON "testimonials" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "videos_created_at_idx" ON "videos" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);