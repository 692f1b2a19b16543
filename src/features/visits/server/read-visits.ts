import type { SettingsDeps } from '#features/settings/server/settings-sections.ts';
import type { VisitCounts, VisitPeriod, VisitReport } from '#features/visits/rules/visits.ts';
import { countVisitsByWeek, listVisited } from './queries/visit-report.ts';

/** Returns what was counted in a period of the mentor's days. */
export async function readVisits(
  { db, settings }: Pick<SettingsDeps, 'db' | 'settings'>,
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
    ...{ weeks, lists },
  };
}
