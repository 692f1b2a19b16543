CREATE TABLE "vouchers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code" text NOT NULL,
	"percent" integer,
	"amount_cents" integer,
	"offer_ids" text[],
	"starts_on" date,
	"ends_on" date,
	"max_uses" integer,
	"max_uses_each" integer,
	"switched_off_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "vouchers_code_unique" UNIQUE("code"),
	CONSTRAINT "vouchers_discount" CHECK (num_nonnulls("vouchers"."percent", "vouchers"."amount_cents") = 1),
	CONSTRAINT "vouchers_percent" CHECK ("vouchers"."percent" between 1 and 100),
	CONSTRAINT "vouchers_amount" CHECK ("vouchers"."amount_cents" > 0),
	CONSTRAINT "vouchers_uses" CHECK ("vouchers"."max_uses" > 0 and "vouchers"."max_uses_each" > 0),
	CONSTRAINT "vouchers_days" CHECK ("vouchers"."ends_on" >= "vouchers"."starts_on")
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_amount";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_state_money";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_paid_at";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "voucher_id" uuid;--> statement-breakpoint
CREATE INDEX "vouchers_created_at_idx" ON "vouchers" USING btree ("created_at","id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_voucher_id_vouchers_id_fk" FOREIGN KEY ("voucher_id") REFERENCES "public"."vouchers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_voucher_id_idx" ON "orders" USING btree ("voucher_id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_amount" CHECK ("orders"."amount_cents" >= 0);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_state_money" CHECK (case "orders"."state" when 'paid' then ("orders"."paid_cents" > 0 or "orders"."amount_cents" = 0) and "orders"."refunded_cents" = 0 when 'partly-refunded' then "orders"."refunded_cents" between 1 and "orders"."paid_cents" - 1 when 'refunded' then "orders"."paid_cents" > 0 and "orders"."refunded_cents" = "orders"."paid_cents" when 'expired' then "orders"."paid_cents" = 0 else ("orders"."paid_cents" < "orders"."amount_cents" or "orders"."amount_cents" = 0) and "orders"."refunded_cents" = 0 end);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_paid_at" CHECK (case when "orders"."paid_at" is null then "orders"."state" <> 'paid' else "orders"."paid_cents" > 0 or "orders"."amount_cents" = 0 end);--> statement-breakpoint
CREATE TRIGGER notify_change AFTER INSERT OR UPDATE OR DELETE ON "vouchers" FOR EACH ROW EXECUTE FUNCTION notify_change();
