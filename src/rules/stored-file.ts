/** The name of the bucket with all uploads. */
export const bucketName = 'testimonials';

const publicPrefix = `/storage/${bucketName}/`;

/**
 * The allowed types by file extension, the usual extension of a type first. None of them can run a
 * script in a page.
 */
const contentTypes: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  heic: 'image/heic',
  pdf: 'application/pdf',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  vtt: 'text/vtt',
};

/** Files in these folders have no public URL. */
const privateFolders = ['proofs/', 'lessons/'];

/**
 * `blog/…`, `videos/…`, `freebies/…`, `pictures/…`, `proofs/…`, `lessons/…`, or a top-level name for
 * testimonials. Needs no URL encoding, and cannot leave its folder.
 */
const storagePath =
  /^(?:(?:blog|videos|freebies|pictures|proofs|lessons)\/)?[A-Za-z0-9][\w-]*(?:\.[\w-]+)+$/;

/** The maximum length of a path: with the parent folders, file systems accept it. */
const maxPathLength = 200;

/** Returns the extensions of a type; the first one replaces other extensions. */
export const endingsOf = (type: string): string[] =>
  Object.keys(contentTypes).filter((ending) => contentTypes[ending] === type);

/** Returns the extension of a path in lower case, without the dot. */
export const endingOf = (path: string): string =>
  path.slice(path.lastIndexOf('.') + 1).toLowerCase();

/** Returns the type of a stored file by its extension; undefined if it is not allowed. */
export const contentTypeOf = (path: string): string | undefined => contentTypes[endingOf(path)];

/** Returns whether a file may be stored at this path. */
export const isStoragePath = (path: string): boolean =>
  path.length <= maxPathLength && storagePath.test(path) && contentTypeOf(path) !== undefined;

/** Returns where the private proof of payment with this id is stored. */
export const toProofPath = (id: string, ending: string): string => `proofs/${id}.${ending}`;

/** Returns where the private file of a lesson with this random id is stored. */
export const toLessonPath = (id: string, ending: string): string => `lessons/${id}.${ending}`;

/** Returns the URL of a public file on this site, wherever its bytes are stored. */
export const storageUrl = (path: string): string => `${publicPrefix}${path}`;

/** Returns the path of a public file from its URL; undefined for any other URL. */
export function findStoragePath(url: string): string | undefined {
  if (!url.startsWith(publicPrefix)) return;
  const path = url.slice(publicPrefix.length);
  const isPrivate = privateFolders.some((folder) => path.startsWith(folder));
  return isStoragePath(path) && !isPrivate ? path : undefined;
}

/** Returns where earlier versions stored the poster of a video, which no record named. */
export const posterPathOf = (videoPath: string): string => `${videoPath}.jpg`;

/** Returns the file that such a poster belongs to, or the file itself. */
export function ownerPathOf(path: string): string {
  const video = path.replace(/\.jpg$/, '');
  return /^videos\/.+\.(?:mp4|webm|mov)$/i.test(video) ? video : path;
}
