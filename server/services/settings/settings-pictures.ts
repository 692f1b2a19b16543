import { existsSync } from 'node:fs';
import path from 'node:path';
import type { PicturesSettings, SettingsPicture } from '#domain/settings/pictures.ts';
import { findStoragePath } from '#domain/stored-file.ts';
import { invalidBody } from '#server/errors.ts';
import type { PictureSource } from '#server/pictures/create-pictures.ts';
import { measurePicture } from '#server/pictures/measure-picture.ts';
import type { FileStorage } from '#server/storage/file-storage.ts';

interface PictureDeps {
  storage: Pick<FileStorage, 'find'>;
  findPictureSource: (url: string) => Promise<PictureSource | undefined>;
  /** Where the pictures lie that come with the site. */
  publicDirectory: string;
}

/** Every picture of the section, with the dotted path of its field. */
const listPictures = ({ portrait, sharePicture, brokerBanners }: PicturesSettings) => [
  { field: 'portrait', picture: portrait },
  { field: 'sharePicture', picture: sharePicture },
  ...brokerBanners.map(({ image }, index) => ({
    field: `brokerBanners.${index}.image`,
    picture: image,
  })),
];

const missing = (field: string) =>
  invalidBody([
    {
      field: `${field}.src`,
      message: 'The uploaded picture no longer exists. Upload it again.',
    },
  ]);

/** Returns the section with the real size of every uploaded picture. Throws 422 when one is not there. */
export async function measurePictures(
  deps: PictureDeps,
  pictures: PicturesSettings,
): Promise<PicturesSettings> {
  const sizes = new Map<string, Pick<SettingsPicture, 'width' | 'height'>>();
  for (const { field, picture } of listPictures(pictures)) {
    if (sizes.has(picture.src)) continue;
    sizes.set(picture.src, await measure(deps, field, picture));
  }
  const measured = (picture: SettingsPicture) => ({ ...picture, ...sizes.get(picture.src) });
  return {
    portrait: measured(pictures.portrait),
    sharePicture: measured(pictures.sharePicture),
    brokerBanners: pictures.brokerBanners.map((banner) => ({
      ...banner,
      image: measured(banner.image),
    })),
  };
}

async function measure(
  { findPictureSource, publicDirectory }: PictureDeps,
  field: string,
  { src, width, height }: SettingsPicture,
) {
  // One that comes with the site may be a drawing, whose size nobody can measure.
  if (findStoragePath(src) === undefined) {
    if (!existsSync(path.join(publicDirectory, src))) throw missing(field);
    return { width, height };
  }
  const source = await findPictureSource(src);
  if (!source) throw missing(field);
  return measurePicture(await source.read());
}

/** Throws 422 when an uploaded picture is not there. Nothing takes one away until the caller's lock is gone. */
export async function requirePictures(
  { storage }: PictureDeps,
  pictures: PicturesSettings,
): Promise<void> {
  for (const { field, picture } of listPictures(pictures)) {
    const stored = findStoragePath(picture.src);
    if (stored !== undefined && !(await storage.find(stored))) throw missing(field);
  }
}
