CREATE TABLE "jwks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"alg" text,
	"crv" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "account_event" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" uuid,
	"email" text NOT NULL,
	"kind" text NOT NULL,
	"detail" text,
	"ip_address" text NOT NULL,
	"user_agent" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_token" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid,
	"email" text NOT NULL,
	"token_hash" text NOT NULL,
	"password_hash" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_token_purpose" CHECK ("account_token"."purpose" in ('sign-up', 'magic-link', 'code', 'new-password'))
);
--> statement-breakpoint
CREATE TABLE "attempt" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"blocked_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "factor" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"friendly_name" text NOT NULL,
	"factor_type" text DEFAULT 'totp' NOT NULL,
	"status" text DEFAULT 'unverified' NOT NULL,
	"secret" text NOT NULL,
	"last_step" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "factor_friendly_name_length" CHECK (char_length("factor"."friendly_name") between 1 and 60),
	CONSTRAINT "factor_status" CHECK ("factor"."status" in ('unverified', 'verified')),
	CONSTRAINT "factor_type" CHECK ("factor"."factor_type" = 'totp')
);
--> statement-breakpoint
CREATE TABLE "recovery_code" (
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	CONSTRAINT "recovery_code_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "level" text DEFAULT 'aal1' NOT NULL;--> statement-breakpoint
ALTER TABLE "account_token" ADD CONSTRAINT "account_token_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "factor" ADD CONSTRAINT "factor_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_event_at_idx" ON "account_event" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "account_event_email_at_idx" ON "account_event" USING btree ("email","at");--> statement-breakpoint
CREATE INDEX "account_token_hash_idx" ON "account_token" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "account_token_email_idx" ON "account_token" USING btree ("email","purpose");--> statement-breakpoint
CREATE INDEX "account_token_expires_at_idx" ON "account_token" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "account_token_code_unique" ON "account_token" USING btree ("email") WHERE "account_token"."purpose" = 'code';--> statement-breakpoint
CREATE INDEX "attempt_last_at_idx" ON "attempt" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "factor_user_id_idx" ON "factor" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_level" CHECK ("session"."level" in ('aal1', 'aal2'));--> statement-breakpoint
-- Tokens are hashed from now on: those that stand there in clear are of no use any more.
DELETE FROM "session";
