ALTER TABLE "refunds" ADD COLUMN "ends_access" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Orders of the plans are for the courses that the plan cards sell.
UPDATE "orders" SET "course_id" = CASE WHEN "leads"."source" LIKE 'Blueprint%' THEN '5d0c3a1e-8f42-4b7d-9c65-1e2a7b9f4d02'::uuid ELSE '5d0c3a1e-8f42-4b7d-9c65-1e2a7b9f4d01'::uuid END
FROM "leads" WHERE "leads"."id" = "orders"."lead_id" AND "leads"."course_id" IS NULL AND "orders"."course_id" IS NULL AND "orders"."item"->>'kind' = 'plan';
