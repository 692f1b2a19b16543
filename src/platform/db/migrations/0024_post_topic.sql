ALTER TABLE "blog_posts" ADD COLUMN "topic" text;--> statement-breakpoint
ALTER TABLE "blog_posts" ADD CONSTRAINT "blog_posts_topic_length" CHECK (char_length("blog_posts"."topic") between 1 and 60);