CREATE TABLE "erasures" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"erased_at" timestamp with time zone DEFAULT now() NOT NULL,
	"erased_by" text NOT NULL,
	"mailbox_hashes" text[] NOT NULL,
	"phone_hashes" text[] NOT NULL,
	"key_fingerprint" text NOT NULL,
	"record_ids" uuid[] NOT NULL,
	"counts" jsonb NOT NULL,
	"scrubbed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "person_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"message" text,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"answered_by" text,
	CONSTRAINT "person_requests_kind" CHECK ("person_requests"."kind" in ('access', 'correction', 'deletion')),
	CONSTRAINT "person_requests_email_length" CHECK (char_length("person_requests"."email") between 3 and 320),
	CONSTRAINT "person_requests_message_length" CHECK (char_length("person_requests"."message") between 1 and 2000)
);
--> statement-breakpoint
CREATE INDEX "person_requests_confirmed_at_idx" ON "person_requests" USING btree ("confirmed_at","id");--> statement-breakpoint
CREATE INDEX "person_requests_mailbox_idx" ON "person_requests" USING btree ((case when lower(email) ~ '@(gmail|googlemail)[.]com$' then replace(split_part(split_part(lower(email), '@', 1), '+', 1), '.', '') || '@gmail.com' else regexp_replace(lower(email), '[+][^@]*@', '@') end));--> statement-breakpoint
CREATE INDEX "mail_deliveries_mailbox_idx" ON "mail_deliveries" USING btree ((case when lower(recipient) ~ '@(gmail|googlemail)[.]com$' then replace(split_part(split_part(lower(recipient), '@', 1), '+', 1), '.', '') || '@gmail.com' else regexp_replace(lower(recipient), '[+][^@]*@', '@') end));--> statement-breakpoint
CREATE INDEX "leads_mailbox_idx" ON "leads" USING btree ((case when lower(email) ~ '@(gmail|googlemail)[.]com$' then replace(split_part(split_part(lower(email), '@', 1), '+', 1), '.', '') || '@gmail.com' else regexp_replace(lower(email), '[+][^@]*@', '@') end));--> statement-breakpoint
CREATE INDEX "leads_phone_tail_idx" ON "leads" USING btree (right(regexp_replace(phone, '[^0-9]', '', 'g'), 7));--> statement-breakpoint
-- By hand: changes of these are told as well. Every process takes those who were erased off its own disk.
CREATE TRIGGER notify_change AFTER INSERT OR UPDATE OR DELETE ON "person_requests" FOR EACH ROW EXECUTE FUNCTION notify_change();--> statement-breakpoint
CREATE TRIGGER notify_change AFTER INSERT OR UPDATE OR DELETE ON "erasures" FOR EACH ROW EXECUTE FUNCTION notify_change();
