import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import { createLibraryLinks } from '#features/customers/server/library-links.ts';
import type { LessonFileKind } from '#features/lessons/rules/index.ts';
import { type Database, schema } from '#platform/db/executor.ts';
import { courses } from '#platform/db/schema/content-schema.ts';
import {
  customers,
  entitlements,
  lessonFiles,
  lessons,
  sections,
} from '#platform/db/schema/library-schema.ts';
import { createFileStorage } from '#platform/storage/file-storage.ts';
import { toLessonPath } from '#rules/stored-file.ts';
import type { TestApi } from './api.ts';
import { findPrivateDatabase } from './site-state.ts';

type New<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>;

/** Who owns a library, unless a test says otherwise. */
export const owner = {
  name: 'Zoë 𝗧. O’Neill',
  email: 'Zoe.ONeill+gold@gmail.com',
  phone: '+27825551234',
};

const endings: Record<LessonFileKind, string> = {
  film: 'mp4',
  pdf: 'pdf',
  captions: 'vtt',
  poster: 'jpg',
};

/** Puts customers, courses and lessons into a site, as its mentor and its payments do. */
export function withLibrary(api: Pick<TestApi, 'db' | 'storage'>) {
  const { db, storage } = api;
  const one = async <Row>(rows: PromiseLike<Row[]>): Promise<Row> => {
    const [row] = await rows;
    if (!row) throw new Error('Nothing was inserted');
    return row;
  };
  return {
    addCustomer: (changes: New<typeof customers> = {}) =>
      one(
        db
          .insert(customers)
          .values({ ...owner, ...changes })
          .returning(),
      ),
    /** Adds a course that the services page does not list, unless it is published. */
    addCourse: (title = 'Gold, slowly', publishedAt: Date | null = null) =>
      one(
        db
          .insert(courses)
          .values({ title, price: 'R450.01', amountCents: 45_001, publishedAt })
          .returning(),
      ),
    give: (
      customerId: string,
      courseId: string,
      changes: New<typeof entitlements> & { startsAt: Date },
    ) =>
      one(
        db
          .insert(entitlements)
          .values({ customerId, courseId, source: 'mentor', sourceId: randomUUID(), ...changes })
          .returning(),
      ),
    addSection: (courseId: string, title = 'First steps') =>
      one(db.insert(sections).values({ courseId, title }).returning()),
    addLesson: (sectionId: string, changes: New<typeof lessons> = {}) =>
      one(
        db
          .insert(lessons)
          .values({
            sectionId,
            title: 'What moves gold',
            publishedAt: new Date('2026-01-01'),
            ...changes,
          })
          .returning(),
      ),
    async addFile(
      lessonId: string,
      kind: LessonFileKind,
      content: Buffer,
      name = `${kind}.${endings[kind]}`,
    ) {
      const ending = name.slice(name.lastIndexOf('.') + 1);
      const place = toLessonPath(randomUUID(), ending);
      await storage.put({ path: place, content: Readable.from([content]), size: content.length });
      const file = { lessonId, kind, path: place, name, size: content.length };
      return one(db.insert(lessonFiles).values(file).returning());
    },
  };
}

/** A film of 40 seconds that browsers can play. */
export const readFilm = () => readFile(path.resolve('tests/fixtures/film-of-40-seconds.mp4'));

/** Does the same in a running site with a private database, whose data is in a folder. */
export async function openLibraryOf(dataDirectory: string) {
  const pool = new Pool({ connectionString: await findPrivateDatabase(dataDirectory), max: 1 });
  const db: Database = drizzle(pool, { schema });
  const storage = createFileStorage({ dataDirectory, objectStorage: undefined });
  const secret = await readFile(path.join(dataDirectory, 'secret'), 'utf8');
  return {
    ...withLibrary({ db, storage }),
    db,
    toPath: createLibraryLinks(secret.trim()).toPath,
    close: () => pool.end(),
  };
}
