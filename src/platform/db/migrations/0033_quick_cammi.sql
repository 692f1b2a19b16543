ALTER TABLE "orders" ADD COLUMN "money_choice" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "money_choice_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_money_choice" CHECK ("orders"."money_choice" in ('another-time', 'keep', 'refund'));