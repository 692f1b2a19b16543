import { sumCounts, type VisitPeriod, type VisitReport } from '#domain/visits.ts';
import { countVisitsByWeek, listVisited } from '#server/db/queries/visit-report.ts';
import type { SettingsDeps } from '#server/services/settings/settings-sections.ts';

/** Returns what was counted in a period of the mentor's days. */
export async function readVisits(
  { db, settings }: Pick<SettingsDeps, 'db' | 'settings'>,
  period: VisitPeriod,
): Promise<VisitReport> {
  const { timeZone: zone } = (await settings.read()).booking;
  const [weeks, lists] = await Promise.all([
    countVisitsByWeek(db, { ...period, zone }),
    listVisited(db, { ...period, zone }),
  ]);
  return { total: sumCounts(weeks), weeks, lists };
}
