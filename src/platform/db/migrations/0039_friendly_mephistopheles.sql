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
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_spent" CHECK ("entitlements"."spent" >= 0);--> statement-breakpoint
-- A package never has more booked sessions than it grants, whatever the code does. Bookings in the trash do not count.
CREATE FUNCTION "spend_session"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	left_over integer;
BEGIN
	IF NEW."entitlement_id" IS NULL OR NEW."returned_at" IS NOT NULL OR NEW."deleted_at" IS NOT NULL THEN
		RETURN NEW;
	END IF;
	-- The lock lets parallel bookings of the last session wait for each other.
	SELECT coalesce("granted", 0) - "spent" INTO left_over FROM "entitlements" WHERE "id" = NEW."entitlement_id" FOR UPDATE;
	SELECT left_over - count(*) INTO left_over FROM "bookings"
	WHERE "entitlement_id" = NEW."entitlement_id" AND "returned_at" IS NULL AND "deleted_at" IS NULL AND "id" <> NEW."id";
	IF left_over < 1 THEN
		RAISE EXCEPTION 'This package has no session left' USING ERRCODE = 'check_violation', CONSTRAINT = 'bookings_session_left';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "spend_session" BEFORE INSERT OR UPDATE OF "entitlement_id", "returned_at", "deleted_at" ON "bookings" FOR EACH ROW EXECUTE FUNCTION "spend_session"();
--> statement-breakpoint
-- A booking that is deleted for good, as old ones are, leaves its session spent.
CREATE FUNCTION "keep_spent_session"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD."entitlement_id" IS NOT NULL AND OLD."returned_at" IS NULL AND OLD."deleted_at" IS NULL THEN
		UPDATE "entitlements" SET "spent" = "spent" + 1 WHERE "id" = OLD."entitlement_id";
	END IF;
	RETURN OLD;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "keep_spent_session" AFTER DELETE ON "bookings" FOR EACH ROW EXECUTE FUNCTION "keep_spent_session"();
--> statement-breakpoint
CREATE FUNCTION "keep_booked_sessions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW."granted" < NEW."spent" + (SELECT count(*) FROM "bookings" WHERE "entitlement_id" = NEW."id" AND "returned_at" IS NULL AND "deleted_at" IS NULL) THEN
		RAISE EXCEPTION 'More sessions are booked' USING ERRCODE = 'check_violation', CONSTRAINT = 'entitlements_booked';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "keep_booked_sessions" BEFORE UPDATE OF "granted" ON "entitlements" FOR EACH ROW EXECUTE FUNCTION "keep_booked_sessions"();
