/** All uploads lie in one bucket of this name. */
export const bucketName = 'testimonials';

const publicPrefix = `/storage/${bucketName}/`;

/** What may be kept, by the ending of its name: for each type the usual one first. Nothing here can run script in a page. */
const contentTypes: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  pdf: 'application/pdf',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
};

/**
 * `blog/…`, `videos/…`, `freebies/…`, `pictures/…`, or a name at the top for testimonials: needs no encoding in a
 * URL, and cannot climb out of its folder.
 */
const storagePath = /^(?:(?:blog|videos|freebies|pictures)\/)?[A-Za-z0-9][\w-]*(?:\.[\w-]+)+$/;

/** The most characters of a path: with the folder that holds them, what file systems take. */
const longestPath = 200;

/** Returns the endings of a type; the first is given to names that have another one. */
export const endingsOf = (type: string): string[] =>
  Object.keys(contentTypes).filter((ending) => contentTypes[ending] === type);

/** The declared type of a stored file. Nothing when its name ends in none that is allowed. */
export const contentTypeOf = (path: string): string | undefined =>
  contentTypes[path.slice(path.lastIndexOf('.') + 1).toLowerCase()];

/** Whether a file may be kept under this path. */
export const isStoragePath = (path: string): boolean =>
  path.length <= longestPath && storagePath.test(path) && contentTypeOf(path) !== undefined;

/** Where a stored file is read: an address on this site, wherever its bytes are kept. */
export const storageUrl = (path: string): string => `${publicPrefix}${path}`;

/** The path of a stored file, taken from its address after the bucket's name. Nothing for any other address. */
export function findStoragePath(url: string): string | undefined {
  if (!url.startsWith(publicPrefix)) return;
  const path = url.slice(publicPrefix.length);
  return isStoragePath(path) ? path : undefined;
}

/** Where earlier versions kept the poster of a video, which no record named. */
export const posterPathOf = (videoPath: string): string => `${videoPath}.jpg`;

/** Returns the file that such a poster belongs to, or the file itself. */
export function ownerPathOf(path: string): string {
  const video = path.replace(/\.jpg$/, '');
  return /^videos\/.+\.(?:mp4|webm|mov)$/i.test(video) ? video : path;
}
