CREATE TABLE "lead_totals" (
	"category" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leads_by_hour" (
	"hour" timestamp with time zone PRIMARY KEY NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "bookings_created_at_idx" ON "bookings" USING btree ("created_at");--> statement-breakpoint
-- Adds the rows of a statement to the counts, or takes them off; the trigger says which. Rows are
-- locked in one order, until the transaction ends: those that write leads are short.
CREATE FUNCTION keep_lead_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    TRUNCATE lead_totals, leads_by_hour;
    RETURN NULL;
  END IF;
  INSERT INTO lead_totals AS kept
    SELECT category, TG_ARGV[0]::int * count(*) FROM changed GROUP BY 1 ORDER BY 1
    ON CONFLICT (category) DO UPDATE SET count = kept.count + excluded.count;
  INSERT INTO leads_by_hour AS kept
    SELECT date_trunc('hour', created_at, 'UTC'), TG_ARGV[0]::int * count(*) FROM changed GROUP BY 1 ORDER BY 1
    ON CONFLICT (hour) DO UPDATE SET count = kept.count + excluded.count;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER keep_counts_of_inserted AFTER INSERT ON "leads" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_lead_counts('1');--> statement-breakpoint
CREATE TRIGGER keep_counts_of_updated AFTER UPDATE ON "leads" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_lead_counts('1');--> statement-breakpoint
CREATE TRIGGER keep_counts_of_replaced AFTER UPDATE ON "leads" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_lead_counts('-1');--> statement-breakpoint
CREATE TRIGGER keep_counts_of_deleted AFTER DELETE ON "leads" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_lead_counts('-1');--> statement-breakpoint
CREATE TRIGGER keep_counts_of_truncated AFTER TRUNCATE ON "leads"
  FOR EACH STATEMENT EXECUTE FUNCTION keep_lead_counts();--> statement-breakpoint
INSERT INTO lead_totals SELECT category, count(*) FROM leads GROUP BY 1;--> statement-breakpoint
INSERT INTO leads_by_hour SELECT date_trunc('hour', created_at, 'UTC'), count(*) FROM leads GROUP BY 1;
