CREATE TABLE "payment_keys" (
	"provider" text PRIMARY KEY NOT NULL,
	"encrypted" text NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_keys_provider" CHECK ("payment_keys"."provider" in ('payfast', 'paystack'))
);
--> statement-breakpoint
CREATE TABLE "dues" (
	"order_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"due_on" date,
	"paid_at" timestamp with time zone,
	"waived_cents" integer DEFAULT 0 NOT NULL,
	"waived_at" timestamp with time zone,
	CONSTRAINT "dues_order_id_number_pk" PRIMARY KEY("order_id","number"),
	CONSTRAINT "dues_number" CHECK ("dues"."number" > 0),
	CONSTRAINT "dues_amount" CHECK ("dues"."amount_cents" > 0),
	CONSTRAINT "dues_waived" CHECK ("dues"."waived_cents" between 0 and "dues"."amount_cents")
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_money";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_state_money";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_paid_at";--> statement-breakpoint
ALTER TABLE "statement_lines" ALTER COLUMN "order_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "papers" ADD COLUMN "payment_id" uuid;--> statement-breakpoint
ALTER TABLE "dues" ADD CONSTRAINT "dues_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dues_due_on_idx" ON "dues" USING btree ("due_on") WHERE paid_at is null and waived_at is null;--> statement-breakpoint
ALTER TABLE "papers" ADD CONSTRAINT "papers_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_money" CHECK ("orders"."paid_cents" between 0 and "orders"."amount_cents" and "orders"."refunded_cents" between 0 and "orders"."paid_cents");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_state_money" CHECK (case "orders"."state" when 'paid' then "orders"."paid_cents" > 0 and "orders"."refunded_cents" = 0 when 'partly-refunded' then "orders"."refunded_cents" between 1 and "orders"."paid_cents" - 1 when 'refunded' then "orders"."paid_cents" > 0 and "orders"."refunded_cents" = "orders"."paid_cents" when 'expired' then "orders"."paid_cents" = 0 else "orders"."paid_cents" < "orders"."amount_cents" and "orders"."refunded_cents" = 0 end);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_paid_at" CHECK (case when "orders"."paid_at" is null then "orders"."state" <> 'paid' else "orders"."paid_cents" > 0 end);--> statement-breakpoint
CREATE TRIGGER notify_change AFTER INSERT OR UPDATE OR DELETE ON "payment_keys" FOR EACH ROW EXECUTE FUNCTION notify_change();
