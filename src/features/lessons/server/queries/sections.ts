import { eq, sql } from 'drizzle-orm';
import { changesOne, type Executor, first } from '#platform/db/executor.ts';
import { sections } from '#platform/db/schema/library-schema.ts';

export type SectionRow = typeof sections.$inferSelect;

const nextVersion = sql`${sections.version} + 1`;

/** Returns a section. With `lock`, it stays as it is until the transaction ends. */
export function findSection(
  db: Executor,
  id: string,
  { lock = false } = {},
): Promise<SectionRow | undefined> {
  const query = db.select().from(sections).where(eq(sections.id, id));
  return first(lock ? query.for('update') : query);
}

export const countSections = (db: Executor, courseId: string): Promise<number> =>
  db.$count(sections, eq(sections.courseId, courseId));

/** Inserts a section unless its id is taken. Returns whether it did. */
export const insertSection = (
  db: Executor,
  section: Pick<SectionRow, 'id' | 'courseId' | 'title'>,
): Promise<boolean> => changesOne(db.insert(sections).values(section).onConflictDoNothing());

export const updateSection = (db: Executor, id: string, title: string) =>
  db.update(sections).set({ title, version: nextVersion }).where(eq(sections.id, id));

/** Deletes a section with its lessons. Returns whether it existed. */
export const deleteSectionRow = (db: Executor, id: string): Promise<boolean> =>
  changesOne(db.delete(sections).where(eq(sections.id, id)));
