import { mkdir, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { TestApi } from './api.ts';

/** Where the bytes of a stored file lie: on the disk, or that of the object store. */
const placesOf = ({ dataDirectory }: TestApi, file: string) => [
  path.join(dataDirectory, 'uploads/testimonials', file),
  path.join(dataDirectory, 'objects/uploads', `${file}._S3rver_object`),
];

/** Lets a stored file be of another time. Throws where there is none. */
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

/** Puts a folder in the place of a stored file, which nothing deletes as a file. Returns where. */
export async function blockStoredFile(api: TestApi, file: string): Promise<string[]> {
  const places = placesOf(api, file);
  for (const place of places) await mkdir(path.join(place, 'x'), { recursive: true });
  return places;
}
