ALTER TABLE "courses" ADD COLUMN "has_downloads" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "captions_url" text;--> statement-breakpoint
ALTER TABLE "films" ADD COLUMN "source_path" text;