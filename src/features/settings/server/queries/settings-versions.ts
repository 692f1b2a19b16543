import { and, desc, eq, lte } from 'drizzle-orm';
import type { SettingsSection } from '#features/settings/rules/sections.ts';
import { changesOne, type Executor, first } from '#platform/db/executor.ts';
import { settingsVersions } from '#platform/db/schema/schema.ts';

export type SettingsVersion = typeof settingsVersions.$inferSelect;

const { section: sectionOf, version: versionOf } = settingsVersions;

/** Returns the newest version of every saved section. */
export const listCurrentVersions = (db: Executor): Promise<SettingsVersion[]> =>
  db.selectDistinctOn([sectionOf]).from(settingsVersions).orderBy(sectionOf, desc(versionOf));

/** Returns the kept versions of a section, newest first. */
export const listVersions = (
  db: Executor,
  section: SettingsSection,
  limit: number,
): Promise<SettingsVersion[]> =>
  db
    .select()
    .from(settingsVersions)
    .where(eq(sectionOf, section))
    .orderBy(desc(versionOf))
    .limit(limit);

/** Returns the newest version of a section, if it was ever saved. */
export const findCurrentVersion = (db: Executor, section: SettingsSection) =>
  first(listVersions(db, section, 1));

/** Returns one version of a section, if it still exists. */
export const findVersion = (db: Executor, section: SettingsSection, version: number) =>
  db.query.settingsVersions.findFirst({
    where: and(eq(sectionOf, section), eq(versionOf, version)),
  });

/** Adds a version unless it exists; waits for a concurrent insert. Returns whether it was added. */
export const addVersion = (
  db: Executor,
  version: Omit<SettingsVersion, 'savedAt'>,
): Promise<boolean> =>
  changesOne(db.insert(settingsVersions).values(version).onConflictDoNothing());

/** Deletes all versions of a section up to this one. */
export const forgetVersions = (db: Executor, section: SettingsSection, last: number) =>
  db.delete(settingsVersions).where(and(eq(sectionOf, section), lte(versionOf, last)));
