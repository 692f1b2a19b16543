CREATE TABLE "customers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"phone" text,
	"link_version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "customers_name_length" CHECK (char_length("customers"."name") between 1 and 200),
	CONSTRAINT "customers_email_length" CHECK (char_length("customers"."email") between 3 and 320),
	CONSTRAINT "customers_phone_length" CHECK (char_length("customers"."phone") between 1 and 60),
	CONSTRAINT "customers_link_version" CHECK ("customers"."link_version" > 0)
);
--> statement-breakpoint
CREATE TABLE "entitlements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"source" text NOT NULL,
	"source_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"ends_reason" text,
	"revoked_at" timestamp with time zone,
	"revoked_reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "entitlements_source" UNIQUE("source","source_id","course_id"),
	CONSTRAINT "entitlements_source_name" CHECK ("entitlements"."source" in ('order', 'mentor', 'import')),
	CONSTRAINT "entitlements_ends_reason" CHECK (char_length("entitlements"."ends_reason") between 1 and 300),
	CONSTRAINT "entitlements_ends_at" CHECK ("entitlements"."ends_at" > "entitlements"."starts_at"),
	CONSTRAINT "entitlements_revoked_reason" CHECK ("entitlements"."revoked_reason" is null or "entitlements"."revoked_at" is not null and char_length("entitlements"."revoked_reason") between 1 and 300)
);
--> statement-breakpoint
CREATE TABLE "lesson_files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"lesson_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"path" text NOT NULL,
	"name" text NOT NULL,
	"size" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lesson_files_path_unique" UNIQUE("path"),
	CONSTRAINT "lesson_files_kind" CHECK ("lesson_files"."kind" in ('film', 'pdf', 'captions', 'poster')),
	CONSTRAINT "lesson_files_name_length" CHECK (char_length("lesson_files"."name") between 1 and 200),
	CONSTRAINT "lesson_files_size" CHECK ("lesson_files"."size" > 0)
);
--> statement-breakpoint
CREATE TABLE "lesson_progress" (
	"customer_id" uuid NOT NULL,
	"lesson_id" uuid NOT NULL,
	"seconds" integer DEFAULT 0 NOT NULL,
	"furthest" integer DEFAULT 0 NOT NULL,
	"done_at" timestamp with time zone,
	"first_opened_at" timestamp with time zone NOT NULL,
	"last_opened_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lesson_progress_customer_id_lesson_id_pk" PRIMARY KEY("customer_id","lesson_id"),
	CONSTRAINT "lesson_progress_seconds" CHECK ("lesson_progress"."seconds" >= 0 and "lesson_progress"."furthest" >= 0)
);
--> statement-breakpoint
CREATE TABLE "lessons" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"section_id" uuid NOT NULL,
	"title" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"seconds" integer,
	"opens_after_days" integer DEFAULT 0 NOT NULL,
	"published_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"position" double precision DEFAULT extract(epoch from clock_timestamp()) NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "lessons_title_length" CHECK (char_length("lessons"."title") between 1 and 200),
	CONSTRAINT "lessons_text_length" CHECK (char_length("lessons"."text") <= 100000),
	CONSTRAINT "lessons_seconds" CHECK ("lessons"."seconds" > 0),
	CONSTRAINT "lessons_opens_after_days" CHECK ("lessons"."opens_after_days" between 0 and 3650)
);
--> statement-breakpoint
CREATE TABLE "library_browsers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"first_used_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "library_browsers_customer_hash" UNIQUE("customer_id","hash")
);
--> statement-breakpoint
CREATE TABLE "sections" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"course_id" uuid NOT NULL,
	"title" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"position" double precision DEFAULT extract(epoch from clock_timestamp()) NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "sections_title_length" CHECK (char_length("sections"."title") between 1 and 200)
);
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "session_type_id" text;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "access_days" integer;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "slug" text;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "published_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "customer_id" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "ends_access" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_files" ADD CONSTRAINT "lesson_files_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_progress" ADD CONSTRAINT "lesson_progress_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_progress" ADD CONSTRAINT "lesson_progress_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "library_browsers" ADD CONSTRAINT "library_browsers_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sections" ADD CONSTRAINT "sections_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customers_created_at_idx" ON "customers" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "customers_email_idx" ON "customers" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "customers_mailbox_idx" ON "customers" USING btree ((case when lower(email) ~ '@(gmail|googlemail)[.]com$' then replace(split_part(split_part(lower(email), '@', 1), '+', 1), '.', '') || '@gmail.com' else regexp_replace(lower(email), '[+][^@]*@', '@') end));--> statement-breakpoint
CREATE INDEX "customers_phone_tail_idx" ON "customers" USING btree (right(regexp_replace(phone, '[^0-9]', '', 'g'), 7));--> statement-breakpoint
CREATE INDEX "entitlements_customer_id_idx" ON "entitlements" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "entitlements_course_id_idx" ON "entitlements" USING btree ("course_id","created_at","id");--> statement-breakpoint
CREATE INDEX "lesson_files_lesson_id_idx" ON "lesson_files" USING btree ("lesson_id","created_at","id");--> statement-breakpoint
CREATE INDEX "lessons_section_id_idx" ON "lessons" USING btree ("section_id","position","id");--> statement-breakpoint
CREATE INDEX "sections_course_id_idx" ON "sections" USING btree ("course_id","position","id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_customer_id_idx" ON "orders" USING btree ("customer_id");--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_slug_unique" UNIQUE("slug");--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_access_days" CHECK ("courses"."access_days" between 1 and 36500);--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_slug" CHECK ("courses"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length("courses"."slug") <= 80);
--> statement-breakpoint
CREATE TRIGGER notify_change AFTER INSERT OR UPDATE OR DELETE ON "customers" FOR EACH ROW EXECUTE FUNCTION notify_change();--> statement-breakpoint
CREATE TRIGGER notify_change AFTER INSERT OR UPDATE OR DELETE ON "entitlements" FOR EACH ROW EXECUTE FUNCTION notify_change();--> statement-breakpoint
CREATE TRIGGER notify_change AFTER INSERT OR UPDATE OR DELETE ON "sections" FOR EACH ROW EXECUTE FUNCTION notify_change();--> statement-breakpoint
CREATE TRIGGER notify_change AFTER INSERT OR UPDATE OR DELETE ON "lessons" FOR EACH ROW EXECUTE FUNCTION notify_change();--> statement-breakpoint
CREATE TRIGGER notify_change AFTER INSERT OR UPDATE OR DELETE ON "lesson_files" FOR EACH ROW EXECUTE FUNCTION notify_change();
--> statement-breakpoint
-- The courses that the two plan cards sell. Drafts: a plan card shows them already.
INSERT INTO "courses" ("id", "title", "price", "slug", "published_at") VALUES
	('5d0c3a1e-8f42-4b7d-9c65-1e2a7b9f4d01', 'TP Strategy Course', 'R2000', 'tp-strategy-course', NULL),
	('5d0c3a1e-8f42-4b7d-9c65-1e2a7b9f4d02', 'TP Strategy Blueprint', 'R500', 'tp-strategy-blueprint', NULL);
--> statement-breakpoint
-- Orders of the plans are for the courses that the plan cards sell.
UPDATE "orders" SET "course_id" = CASE WHEN "leads"."source" LIKE 'Blueprint%' THEN '5d0c3a1e-8f42-4b7d-9c65-1e2a7b9f4d02'::uuid ELSE '5d0c3a1e-8f42-4b7d-9c65-1e2a7b9f4d01'::uuid END
FROM "leads" WHERE "leads"."id" = "orders"."lead_id" AND "leads"."course_id" IS NULL AND "orders"."course_id" IS NULL AND "orders"."item"->>'kind' = 'plan';
