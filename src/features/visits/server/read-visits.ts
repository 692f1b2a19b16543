import type { SettingsService } from '#features/settings/server/index.ts';
import type { VisitCounts, VisitPeriod, VisitReport } from '#features/visits/rules/visits.ts';
import type { Database } from '#platform/db/executor.ts';
import { countVisitsByWeek, listVisited } from './queries/visit-report.ts';

export interface VisitReportDeps {
  db: Database;
  settings: Pick<SettingsService, 'read'>;
}

/** Returns the counts of a period of days in the mentor's time zone. */
export async function readVisits(
  { db, settings }: VisitReportDeps,
  period: VisitPeriod,
): Promise<VisitReport> {
  const { timeZone: zone } = (await settings.read()).booking;
  const weeks = await countVisitsByWeek(db, { ...period, zone });
  const lists = await listVisited(db, { ...period, zone });
  const sum = (name: keyof VisitCounts) => weeks.reduce((total, week) => total + week[name], 0);
  return {
    total: {
      visits: sum('visits'),
      views: sum('views'),
      inquiries: sum('inquiries'),
      bookings: sum('bookings'),
    },
    weeks,
    lists,
  };
}
