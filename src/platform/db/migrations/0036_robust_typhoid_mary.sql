ALTER TABLE "courses" ADD COLUMN "amount_cents" integer;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "course_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "course_id" uuid;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_amount" CHECK ("courses"."amount_cents" > 0);