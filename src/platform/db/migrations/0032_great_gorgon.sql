CREATE TABLE "unrestored_payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"provider" text NOT NULL,
	"provider_payment_id" text NOT NULL,
	"order_reference" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"backup_made_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone,
	CONSTRAINT "unrestored_payments_provider_id" UNIQUE("provider","provider_payment_id")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "buyer_name" text;--> statement-breakpoint
CREATE INDEX "unrestored_payments_open_idx" ON "unrestored_payments" USING btree ("received_at","id") WHERE checked_at is null;