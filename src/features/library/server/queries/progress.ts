import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Executor } from '#platform/db/executor.ts';
import { lessonProgress } from '#platform/db/schema/library-schema.ts';

export type Progress = typeof lessonProgress.$inferSelect;

export const listProgress = (
  db: Executor,
  customerId: string,
  lessonIds: string[],
): Promise<Progress[]> =>
  lessonIds.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(lessonProgress)
        .where(
          and(
            eq(lessonProgress.customerId, customerId),
            inArray(lessonProgress.lessonId, lessonIds),
          ),
        );

export const findProgress = async (db: Executor, customerId: string, lessonId: string) =>
  (await listProgress(db, customerId, [lessonId]))[0];

type Change = Partial<Pick<Progress, 'seconds' | 'furthest' | 'doneAt'>>;

/** Notes that a customer has a lesson open, and how far they are. The furthest second never decreases. */
export const saveProgress = (
  db: Executor,
  { customerId, lessonId, ...change }: Change & Pick<Progress, 'customerId' | 'lessonId'>,
  now: Date,
) =>
  db
    .insert(lessonProgress)
    .values({ customerId, lessonId, ...change, firstOpenedAt: now, lastOpenedAt: now })
    .onConflictDoUpdate({
      target: [lessonProgress.customerId, lessonProgress.lessonId],
      set: {
        ...change,
        ...(change.furthest !== undefined && {
          furthest: sql`greatest(${lessonProgress.furthest}, excluded.furthest)`,
        }),
        lastOpenedAt: now,
      },
    });
