import type { LessonFile } from '#features/lessons/rules/index.ts';
import { findOpenTerms } from '#features/library/rules/course-access.ts';
import type { LibraryDeps } from './library-deps.ts';
import { readMediaToken } from './media-tokens.ts';
import { findFileTerms } from './queries/library.ts';

/** Returns the file that a media token opens now, or undefined. Access is read each time, so it ends at once. */
export async function findLibraryFile(
  { db, secret, now }: Pick<LibraryDeps, 'db' | 'secret' | 'now'>,
  token: string,
): Promise<LessonFile | undefined> {
  const at = now();
  const grant = readMediaToken(secret, token, at);
  const found = grant && (await findFileTerms(db, grant));
  if (!found || findOpenTerms([found.terms], found.lesson, at).length === 0) return undefined;
  return found.file;
}
