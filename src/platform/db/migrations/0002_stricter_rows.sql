ALTER TABLE "blog_posts" ADD CONSTRAINT "blog_posts_image_not_blank" CHECK ("blog_posts"."image" <> '');--> statement-breakpoint
ALTER TABLE "blog_posts" ADD CONSTRAINT "blog_posts_excerpt_length" CHECK (char_length("blog_posts"."excerpt") <= 200);--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_email_form" CHECK ("bookings"."email" like '%_@_%');--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_features_not_blank" CHECK (array_position("courses"."features", '') is null);--> statement-breakpoint
ALTER TABLE "freebies" ADD CONSTRAINT "freebies_file_url_not_blank" CHECK ("freebies"."file_url" <> '');--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_email_form" CHECK ("leads"."email" like '%_@_%');--> statement-breakpoint
ALTER TABLE "testimonials" ADD CONSTRAINT "testimonials_image_url_not_blank" CHECK ("testimonials"."image_url" <> '');--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_video_url_not_blank" CHECK ("videos"."video_url" <> '');