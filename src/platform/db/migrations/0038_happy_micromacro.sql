ALTER TABLE "lessons" ADD COLUMN "preview_of" uuid;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_preview_of_courses_id_fk" FOREIGN KEY ("preview_of") REFERENCES "public"."courses"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "lessons_preview_of_idx" ON "lessons" USING btree ("preview_of") WHERE preview_of is not null;