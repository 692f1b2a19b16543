import { formatBytes } from '#rules/measures.ts';
import {
  contentTypeOf,
  endingsOf,
  findStoragePath,
  isStoragePath,
  toLessonPath,
} from '#rules/stored-file.ts';
import { z } from '#rules/zod.ts';

const megabyte = 1024 ** 2;

/** The allowed types of a file, detected from its first bytes, never from its name. */
interface FileFamily {
  noun: string;
  formats: string;
  types: readonly string[];
  /** In bytes. */
  largest: number;
  /** What to do with a file of another type. */
  help?: string;
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

const captions: FileFamily = {
  noun: 'a captions file',
  formats: 'WebVTT or SubRip',
  types: ['text/vtt', 'application/x-subrip'],
  largest: megabyte,
  help: 'Export the captions as WebVTT (.vtt) or SubRip (.srt), in UTF-8.',
};

const poster: FileFamily = { ...picture, formats: 'JPEG', types: ['image/jpeg'] };

/** The purposes of uploads; each has its folder in the bucket. */
const kinds = {
  testimonial: { family: picture, folder: '' },
  'post-picture': { family: picture, folder: 'blog/' },
  video: { family: video, folder: 'videos/' },
  /** The still picture of a video. */
  poster: { family: poster, folder: 'videos/' },
  /** The captions of a video. */
  captions: { family: captions, folder: 'videos/' },
  freebie: { family: pdf, folder: 'freebies/' },
  'settings-picture': { family: picture, folder: 'pictures/' },
  'lesson-film': { family: video, folder: 'lessons/' },
  'lesson-poster': { family: poster, folder: 'lessons/' },
  'lesson-pdf': { family: pdf, folder: 'lessons/' },
  'lesson-captions': { family: captions, folder: 'lessons/' },
} as const satisfies Record<string, { family: FileFamily; folder: string }>;

export type UploadKind = keyof typeof kinds;
export const uploadKinds = Object.keys(kinds) as [UploadKind, ...UploadKind[]];

/** Returns the requirements for files of this kind. */
export const familyOf = (kind: UploadKind): FileFamily => kinds[kind].family;

export const isVideo = (kind: UploadKind): boolean => familyOf(kind) === video;

/** Returns whether files of this kind are private: they have a path and no URL. */
export const isPrivate = (kind: UploadKind): boolean => kinds[kind].folder === 'lessons/';

export const uploadMetadata = z.object({
  kind: z.enum(uploadKinds, 'Choose what the file is for.'),
  filename: z.string('A file name is required.').max(2_000).default('file'),
});
export type UploadMetadata = z.output<typeof uploadMetadata>;

/** Returns what is wrong with a file's size (in bytes), if anything. */
export function refuseSize(kind: UploadKind, size: number): string | undefined {
  const { noun, largest } = familyOf(kind);
  if (size === 0) return 'This file is empty.';
  if (size <= largest) return undefined;
  return `This file is too large: ${formatBytes(size)}. For ${noun} the limit is ${formatBytes(largest)}.`;
}

/**
 * Returns whether a browser should send a file, by the type that its system declares. Many systems
 * declare valid files as a general or unusual type, so this only rejects certain mismatches.
 */
export function isWorthSending(kind: UploadKind, declared: string): boolean {
  if (isTypeOf(kind, declared)) return true;
  const [family] = declared.split('/', 1);
  const isOther = ['text', 'audio', 'image', 'video', 'font'].includes(family ?? '');
  const isOwn = familyOf(kind).types.some((type) => type.startsWith(`${family}/`));
  return !Object.hasOwn(foundNames, declared) && (isOwn || !isOther);
}

/** Returns whether a file of this type is accepted for an upload of this kind. */
export const isTypeOf = (kind: UploadKind, type: string): boolean =>
  familyOf(kind).types.includes(type);

/** The names of types that are uploaded by mistake, or as an attack. */
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

/** Returns an error that names the detected type of a file. Undefined means text, or unknown. */
export function describeMismatch(kind: UploadKind, found: string | undefined): string {
  const { noun, formats, ...family } = familyOf(kind);
  const name =
    found === undefined ? 'of an unknown type' : (foundNames[found] ?? `of the type ${found}`);
  const advice = found?.startsWith('image/hei') ? heicHelp : family.help;
  const help = advice ? ` ${advice}` : '';
  return `This file is ${name}, but ${noun} is needed (${formats}).${help}`;
}

/** Returns an error for a file of the right kind that cannot be opened. */
export function describeUnreadable(kind: UploadKind): string {
  if (isVideo(kind)) return 'This video is damaged. Export it again as MP4.';
  if (familyOf(kind) === captions)
    return `These captions contain characters that can’t be read. ${captions.help}`;
  return `This picture is damaged or too large (50 megapixels as JPEG or PNG, 24 as WebP, 16 as AVIF or GIF). Choose another one (${familyOf(kind).formats}).`;
}

/** Extensions that are removed if the content is of another type. */
const replacedEnding = /\.(?:jpe?g|jfif|png|webp|avif|gif|heic|pdf|mp4|m4v|webm|mov|vtt|srt)$/i;

/** With folder, timestamp and poster extension, it stays within the maximum length of a path. */
const maxNameLength = 120;

/**
 * Returns a safe file name with the right extension: `Mein Video (1).MOV` becomes
 * `Mein-Video-1.MOV`.
 */
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
    .slice(0, maxNameLength)
    .replaceAll(/^[.-]+|(?<![.-])[.-]+$/g, '');
  return `${safe || 'file'}.${isRight ? given : (allowed[0] ?? 'bin')}`;
}

/**
 * Returns where an upload is stored: `{timestamp}-{filename}` in its folder. The name of a private one is
 * random, because it can't be guessed.
 */
export function toUploadPath(
  { kind, filename }: UploadMetadata,
  { timestamp, type, randomId }: { timestamp: number; type: string; randomId: string },
): string {
  // SubRip is stored as WebVTT.
  const stored = type === 'application/x-subrip' ? 'text/vtt' : type;
  if (isPrivate(kind)) return toLessonPath(randomId, endingsOf(stored)[0] ?? 'bin');
  // A video and its poster never share a name, because earlier versions found the poster by name.
  const name = kind === 'poster' ? 'poster.jpg' : toStoredName(filename, stored);
  const path = `${kinds[kind].folder}${timestamp}-${name}`;
  if (!isStoragePath(path)) throw new TypeError(`${JSON.stringify(path)} is not a storage path`);
  return path;
}

/** Returns whether a URL is that of a file that was uploaded for this purpose. */
export function isUploadOf(kind: UploadKind, url: string): boolean {
  const path = findStoragePath(url);
  if (path === undefined || isPrivate(kind) || !isTypeOf(kind, contentTypeOf(path) ?? ''))
    return false;
  const { folder } = kinds[kind];
  return folder === '' ? !path.includes('/') : path.startsWith(folder);
}

/** Returns whether a path is that of a private file that was uploaded for this purpose. */
export const isPrivateUploadOf = (kind: UploadKind, path: string): boolean =>
  isPrivate(kind) &&
  isStoragePath(path) &&
  path.startsWith(kinds[kind].folder) &&
  isTypeOf(kind, contentTypeOf(path) ?? '');

/** The path of the upload API. */
export const uploadsPath = '/api/uploads';
