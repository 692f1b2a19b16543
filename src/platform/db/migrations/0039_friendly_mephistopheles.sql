ALTER TABLE "entitlements" ALTER COLUMN "course_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "entitlement_id" uuid;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "returned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "entitlements" ADD COLUMN "granted" integer;--> statement-breakpoint
ALTER TABLE "entitlements" ADD COLUMN "spent" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "entitlements" ADD COLUMN "session_type_id" text;--> statement-breakpoint
ALTER TABLE "entitlements" ADD COLUMN "session_type" text;--> statement-breakpoint
ALTER TABLE "entitlements" ADD COLUMN "session_minutes" integer;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_entitlement_id_entitlements_id_fk" FOREIGN KEY ("entitlement_id") REFERENCES "public"."entitlements"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bookings_entitlement_id_idx" ON "bookings" USING btree ("entitlement_id");--> statement-breakpoint
CREATE UNIQUE INDEX "entitlements_sessions_source_idx" ON "entitlements" USING btree ("source","source_id") WHERE granted is not null;--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_grants" CHECK (case when "entitlements"."course_id" is null then "entitlements"."granted" between 1 and 1000 and "entitlements"."session_type_id" is not null and "entitlements"."session_type" is not null and "entitlements"."session_minutes" > 0 else num_nonnulls("entitlements"."granted", "entitlements"."session_type_id", "entitlements"."session_type", "entitlements"."session_minutes") = 0 end);--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_spent" CHECK ("entitlements"."spent" >= 0);