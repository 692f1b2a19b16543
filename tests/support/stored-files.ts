import { mkdir, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { TestApi } from './api.ts';

/** Returns the possible paths of a stored file: on the site's disk or the object store's. */
const placesOf = ({ dataDirectory }: TestApi, file: string) => [
  path.join(dataDirectory, 'uploads/testimonials', file),
  path.join(dataDirectory, 'objects/uploads', `${file}._S3rver_object`),
];

/** Changes the modification time of a stored file. Throws if there is none. */
export async function dateStoredFile(api: TestApi, file: string, at: Date): Promise<void> {
  for (const place of placesOf(api, file)) {
    const isThere = await stat(place).then(
      () => true,
      () => false,
    );
    if (isThere) return utimes(place, at, at);
  }
  throw new Error(`${file} is not stored`);
}

/** Replaces a stored file with a folder, which cannot be deleted as a file. Returns its path. */
export async function blockStoredFile(api: TestApi, file: string): Promise<string[]> {
  const places = placesOf(api, file);
  for (const place of places) await mkdir(path.join(place, 'x'), { recursive: true });
  return places;
}
