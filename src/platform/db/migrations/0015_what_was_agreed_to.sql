ALTER TABLE "bookings" ADD COLUMN "privacy_version" integer;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "agreed_to" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "privacy_version" integer;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "agreed_to" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_agreed_to_length" CHECK (char_length("bookings"."agreed_to") between 1 and 160);--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_agreed_to_length" CHECK (char_length("leads"."agreed_to") between 1 and 160);--> statement-breakpoint
-- The privacy text was a field of the section "texts", and is one of "legal" now. What was saved of it goes
-- with it, with its date and whoever saved it, unless it is the one that every site came with (by its MD5).
-- What the new section has beside it comes from its default, as for any version that lacks something.
INSERT INTO settings_versions (section, version, value, saved_at, saved_by)
SELECT 'legal', 1, jsonb_build_object('privacy', value->'privacy'), saved_at, saved_by
FROM (SELECT DISTINCT ON (section) * FROM settings_versions WHERE section = 'texts' ORDER BY section, version DESC) AS texts
WHERE value->>'privacy' <> '' AND md5(value->>'privacy') <> '210e9fd7166412c14d095c19bc1f7938'
ON CONFLICT DO NOTHING;
