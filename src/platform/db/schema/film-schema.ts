import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { filmStates } from '#features/films/rules/index.ts';
import { createdAt, instant, oneOf } from '#platform/db/columns.ts';

/** The conversion of uploaded films. Films without a row were never to be converted. */
export const films = pgTable(
  'films',
  {
    /** The path of the film that records name: the upload, then its best rendition. */
    path: text('path').primaryKey(),
    state: text('state', { enum: filmStates }).notNull().default('waiting'),
    /** The path of the upload that the best rendition replaced. */
    sourcePath: text('source_path'),
    /** How much is converted. */
    percent: integer('percent').notNull().default(0),
    /** Why the conversion failed, for the mentor. */
    reason: text('reason'),
    /** The path of the rendition that saves data. */
    smallPath: text('small_path'),
    /** Names the attempt that may finish the conversion: a later attempt replaces it. */
    claim: uuid('claim'),
    /** The paths of files to delete: those of an attempt, or the upload once it is replaced. */
    leftovers: text('leftovers').array().notNull().default([]),
    createdAt: createdAt(),
    changedAt: instant('changed_at').notNull().defaultNow(),
  },
  (table) => [
    check('films_state', sql`${table.state} in (${oneOf(filmStates)})`),
    check('films_percent', sql`${table.percent} between 0 and 100`),
    check('films_reason', sql`(${table.state} = 'failed') = (${table.reason} is not null)`),
  ],
);
