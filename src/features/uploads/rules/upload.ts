import { formatBytes } from '#rules/measures.ts';
import { z } from '#rules/zod.ts';
import { contentTypeOf, endingsOf, findStoragePath, isStoragePath } from './stored-file.ts';

const megabyte = 1024 ** 2;

/** What a file may be. `types` are told by its first bytes, never by its name. */
interface FileFamily {
  noun: string;
  formats: string;
  types: readonly string[];
  /** Bytes. */
  largest: number;
}

const picture: FileFamily = {
  noun: 'a picture',
  formats: 'JPEG, PNG, WebP, AVIF or GIF',
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'],
  largest: 10 * megabyte,
};

const video: FileFamily = {
  noun: 'a video',
  formats: 'MP4, WebM or QuickTime',
  types: ['video/mp4', 'video/webm', 'video/quicktime'],
  largest: 2048 * megabyte,
};

const pdf: FileFamily = {
  noun: 'a PDF',
  formats: 'PDF',
  types: ['application/pdf'],
  largest: 50 * megabyte,
};

/** What files are uploaded for: each has its folder in the bucket. */
const kinds = {
  testimonial: { family: picture, folder: '' },
  'post-picture': { family: picture, folder: 'blog/' },
  video: { family: video, folder: 'videos/' },
  /** The still picture of a video. */
  poster: { family: { ...picture, formats: 'JPEG', types: ['image/jpeg'] }, folder: 'videos/' },
  freebie: { family: pdf, folder: 'freebies/' },
  'settings-picture': { family: picture, folder: 'pictures/' },
} as const satisfies Record<string, { family: FileFamily; folder: string }>;

export type UploadKind = keyof typeof kinds;
export const uploadKinds = Object.keys(kinds) as [UploadKind, ...UploadKind[]];

/** What a file must be to be uploaded for this. */
export const familyOf = (kind: UploadKind): FileFamily => kinds[kind].family;

export const uploadMetadata = z.object({
  kind: z.enum(uploadKinds, 'Choose what the file is for.'),
  filename: z.string('A file name is required.').max(2_000).default('file'),
});
export type UploadMetadata = z.output<typeof uploadMetadata>;

/** What is wrong with a file's size, in bytes, if anything is. */
export function refuseSize(kind: UploadKind, size: number): string | undefined {
  const { noun, largest } = familyOf(kind);
  if (size === 0) return 'This file is empty.';
  if (size <= largest) return undefined;
  return `This file is too large: ${formatBytes(size)}. For ${noun} the limit is ${formatBytes(largest)}.`;
}

/**
 * Whether a browser sends a file for the site to look at, by the type that its system declares. Many
 * declare good files as something general or unusual; refused is what is surely something else.
 */
export function isWorthSending(kind: UploadKind, declared: string): boolean {
  if (isTypeOf(kind, declared)) return true;
  const [family] = declared.split('/', 1);
  const isOther = ['text', 'audio', 'image', 'video', 'font'].includes(family ?? '');
  const isOwn = familyOf(kind).types.some((type) => type.startsWith(`${family}/`));
  return !Object.hasOwn(foundNames, declared) && (isOwn || !isOther);
}

/** Whether a file of this kind is kept for such an upload. */
export const isTypeOf = (kind: UploadKind, type: string): boolean =>
  familyOf(kind).types.includes(type);

/** Names of what is uploaded by mistake, or by somebody who tries. */
const foundNames: Record<string, string> = {
  'image/jpeg': 'a JPEG picture',
  'image/png': 'a PNG picture',
  'image/webp': 'a WebP picture',
  'image/avif': 'an AVIF picture',
  'image/gif': 'a GIF picture',
  'image/heic': 'a HEIC picture, which most browsers cannot show',
  'image/heif': 'a HEIC picture, which most browsers cannot show',
  'image/svg+xml': 'an SVG drawing',
  'text/html': 'a web page (HTML)',
  'application/xml': 'an XML document',
  'application/pdf': 'a PDF',
  'application/zip': 'a ZIP archive',
  'video/mp4': 'an MP4 video',
  'video/webm': 'a WebM video',
  'video/quicktime': 'a QuickTime video',
  'video/matroska': 'a Matroska video',
  'audio/mpeg': 'an MP3 recording',
};

const heicHelp =
  'Share it from the phone as JPEG, or set Settings > Camera > Formats to “Most Compatible” and take it again.';

/** Says that a file is not what it should be, and names what it is. Nothing found is text, or unknown. */
export function describeMismatch(kind: UploadKind, found: string | undefined): string {
  const { noun, formats } = familyOf(kind);
  const name =
    found === undefined ? 'of an unknown type' : (foundNames[found] ?? `of the type ${found}`);
  const help = found?.startsWith('image/hei') ? ` ${heicHelp}` : '';
  return `This file is ${name}, but ${noun} is needed (${formats}).${help}`;
}

/** Says that a file is of the right kind and cannot be opened. */
export const describeUnreadable = (kind: UploadKind): string =>
  kind === 'video'
    ? 'This video is damaged. Export it again as MP4.'
    : `This picture is damaged or too large (50 megapixels as JPEG or PNG, 24 as WebP, 16 as AVIF or GIF). Choose another one (${familyOf(kind).formats}).`;

/** Endings that are taken off when the content is something else. */
const replacedEnding = /\.(?:jpe?g|jfif|png|webp|avif|gif|heic|pdf|mp4|m4v|webm|mov)$/i;

/** With its folder, the time and a poster's ending it stays within what paths may have. */
const longestName = 120;

/** Returns a file's name made safe, ending in what its content is: `Mein Video (1).MOV` becomes `Mein-Video-1.MOV`. */
export function toStoredName(filename: string, type: string): string {
  const allowed = endingsOf(type);
  const base = filename.replace(/^.*[/\\]/s, '');
  const given = /\.([A-Za-z0-9]+)$/.exec(base)?.[1] ?? '';
  const isRight = allowed.includes(given.toLowerCase());
  const stem = isRight ? base.slice(0, -given.length - 1) : base.replace(replacedEnding, '');
  const safe = stem
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w.-]+/g, '-')
    .replaceAll(/\.[.-]*/g, '.')
    .slice(0, longestName)
    .replaceAll(/^[.-]+|[.-]+$/g, '');
  return `${safe || 'file'}.${isRight ? given : (allowed[0] ?? 'bin')}`;
}

/** Returns where an upload is kept: `{timestamp}-{filename}` in its folder. */
export function toUploadPath(
  { kind, filename }: UploadMetadata,
  { timestamp, type }: { timestamp: number; type: string },
): string {
  // A film and its poster never share a name: that is how earlier versions found the poster.
  const name = kind === 'poster' ? 'poster.jpg' : toStoredName(filename, type);
  const path = `${kinds[kind].folder}${timestamp}-${name}`;
  if (!isStoragePath(path)) throw new TypeError(`${JSON.stringify(path)} is not a storage path`);
  return path;
}

/** Whether an address is that of a file that was uploaded for this. */
export function isUploadOf(kind: UploadKind, url: string): boolean {
  const path = findStoragePath(url);
  if (path === undefined || !isTypeOf(kind, contentTypeOf(path) ?? '')) return false;
  const { folder } = kinds[kind];
  return folder === '' ? !path.includes('/') : path.startsWith(folder);
}

/** Where uploads are, below the site's address. */
export const uploadsPath = '/api/uploads';
