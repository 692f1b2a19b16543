CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"reference" text NOT NULL,
	"state" text DEFAULT 'awaiting' NOT NULL,
	"item" jsonb NOT NULL,
	"amount_cents" integer NOT NULL,
	"paid_cents" integer DEFAULT 0 NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"lead_id" uuid,
	"booking_id" uuid,
	"name" text,
	"email" text,
	"phone" text,
	"start_now_at" timestamp with time zone,
	"said_paid_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"is_test" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "orders_reference_unique" UNIQUE("reference"),
	CONSTRAINT "orders_state" CHECK ("orders"."state" in ('awaiting', 'paid', 'partly-refunded', 'refunded', 'expired', 'cancelled')),
	CONSTRAINT "orders_amount" CHECK ("orders"."amount_cents" > 0),
	CONSTRAINT "orders_money" CHECK ("orders"."paid_cents" in (0, "orders"."amount_cents") and "orders"."refunded_cents" between 0 and "orders"."paid_cents"),
	CONSTRAINT "orders_state_money" CHECK (case "orders"."state" when 'paid' then "orders"."paid_cents" > 0 and "orders"."refunded_cents" = 0 when 'partly-refunded' then "orders"."refunded_cents" between 1 and "orders"."paid_cents" - 1 when 'refunded' then "orders"."paid_cents" > 0 and "orders"."refunded_cents" = "orders"."paid_cents" else "orders"."paid_cents" = 0 end),
	CONSTRAINT "orders_paid_at" CHECK (("orders"."paid_cents" > 0) = ("orders"."paid_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "paper_series" (
	"series" text NOT NULL,
	"year" integer NOT NULL,
	"last_number" integer NOT NULL,
	CONSTRAINT "paper_series_series_year_pk" PRIMARY KEY("series","year")
);
--> statement-breakpoint
CREATE TABLE "papers" (
	"number" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"order_id" uuid NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"data" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"provider" text NOT NULL,
	"body" text NOT NULL,
	"headers" jsonb NOT NULL,
	"digest" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"code" text,
	"reason" text,
	"order_reference" text,
	"provider_payment_id" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "payment_notifications_digest" UNIQUE("provider","digest"),
	CONSTRAINT "payment_notifications_provider" CHECK ("payment_notifications"."provider" in ('payfast', 'paystack')),
	CONSTRAINT "payment_notifications_state" CHECK ("payment_notifications"."state" in ('pending', 'accepted', 'refused', 'ignored'))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_payment_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"verified_at" timestamp with time zone,
	"is_unplaced" boolean DEFAULT false NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"note" text,
	"marked_by" text,
	"undone_at" timestamp with time zone,
	CONSTRAINT "payments_provider_id" UNIQUE("provider","provider_payment_id"),
	CONSTRAINT "payments_provider" CHECK ("payments"."provider" in ('payfast', 'paystack', 'bank', 'manual')),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_cents" > 0),
	CONSTRAINT "payments_refunded" CHECK ("payments"."refunded_cents" between 0 and "payments"."amount_cents")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"provider_refund_id" text,
	"state" text DEFAULT 'unknown' NOT NULL,
	"message" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"note" text,
	CONSTRAINT "refunds_state" CHECK ("refunds"."state" in ('unknown', 'done', 'failed', 'by-hand')),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "statement_lines" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"day" date NOT NULL,
	"imported_at" timestamp with time zone DEFAULT now() NOT NULL,
	"booked_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "papers" ADD CONSTRAINT "papers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_lead_id_idx" ON "orders" USING btree ("lead_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_booking_id_idx" ON "orders" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "orders_created_at_idx" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_state_created_at_idx" ON "orders" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_expires_at_idx" ON "orders" USING btree ("expires_at") WHERE state = 'awaiting';--> statement-breakpoint
CREATE INDEX "orders_email_idx" ON "orders" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "papers_order_id_idx" ON "papers" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payment_notifications_state_idx" ON "payment_notifications" USING btree ("state","received_at","id");--> statement-breakpoint
CREATE INDEX "payment_notifications_order_reference_idx" ON "payment_notifications" USING btree ("order_reference");--> statement-breakpoint
CREATE INDEX "payments_order_id_idx" ON "payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payments_received_at_idx" ON "payments" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "refunds_payment_id_idx" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_created_at_idx" ON "refunds" USING btree ("created_at");--> statement-breakpoint
CREATE TRIGGER notify_change AFTER INSERT OR UPDATE OR DELETE ON "orders" FOR EACH ROW EXECUTE FUNCTION notify_change();--> statement-breakpoint
CREATE TRIGGER notify_change AFTER INSERT OR UPDATE OR DELETE ON "payments" FOR EACH ROW EXECUTE FUNCTION notify_change();--> statement-breakpoint
CREATE TRIGGER notify_change AFTER INSERT OR UPDATE OR DELETE ON "payment_notifications" FOR EACH ROW EXECUTE FUNCTION notify_change();--> statement-breakpoint
CREATE TRIGGER notify_change AFTER INSERT OR UPDATE OR DELETE ON "refunds" FOR EACH ROW EXECUTE FUNCTION notify_change();