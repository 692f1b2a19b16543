CREATE INDEX "leads_state_created_at_idx" ON "leads" USING btree ("state","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
-- A change of many leads moves the counts once, by what is left of it: two changes in opposite
-- directions touch the same counts in the same order, and none waits for the other in a circle.
CREATE FUNCTION move_lead_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO lead_totals AS kept
    SELECT category, state, sum(change) FROM (
      SELECT category, state, 1 AS change FROM changed WHERE deleted_at IS NULL
      UNION ALL SELECT category, state, -1 FROM replaced WHERE deleted_at IS NULL
    ) changes GROUP BY 1, 2 HAVING sum(change) <> 0 ORDER BY 1, 2
    ON CONFLICT (category, state) DO UPDATE SET count = kept.count + excluded.count;
  INSERT INTO leads_by_hour AS kept
    SELECT date_trunc('hour', created_at, 'UTC'), sum(change) FROM (
      SELECT created_at, 1 AS change FROM changed WHERE deleted_at IS NULL
      UNION ALL SELECT created_at, -1 FROM replaced WHERE deleted_at IS NULL
    ) changes GROUP BY 1 HAVING sum(change) <> 0 ORDER BY 1
    ON CONFLICT (hour) DO UPDATE SET count = kept.count + excluded.count;
  RETURN NULL;
END;
$$;--> statement-breakpoint
DROP TRIGGER keep_counts_of_replaced ON "leads";--> statement-breakpoint
DROP TRIGGER keep_counts_of_updated ON "leads";--> statement-breakpoint
CREATE TRIGGER keep_counts_of_updated AFTER UPDATE ON "leads"
  REFERENCING OLD TABLE AS replaced NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION move_lead_counts();
