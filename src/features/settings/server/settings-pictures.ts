import { existsSync } from 'node:fs';
import path from 'node:path';
import type { PicturesSettings, SettingsPicture } from '#features/settings/rules/pictures.ts';
import { invalidBody } from '#platform/errors/errors.ts';
import { findStoragePath } from '#rules/stored-file.ts';

export interface PictureDeps {
  /** Returns the size of an uploaded picture in pixels, or undefined if it does not exist. */
  findPictureSize: (url: string) => Promise<{ width: number; height: number } | undefined>;
  /** The folder of the pictures that the site includes. */
  publicDirectory: string;
}

const picturesOf = ({
  portrait,
  sharePicture,
  productPictures,
  brokerBanners,
}: PicturesSettings) => [
  { field: 'portrait', picture: portrait },
  { field: 'sharePicture', picture: sharePicture },
  ...productPictures.map(({ image }, index) => ({
    field: `productPictures.${index}.image`,
    picture: image,
  })),
  ...brokerBanners.map(({ image }, index) => ({
    field: `brokerBanners.${index}.image`,
    picture: image,
  })),
];

/**
 * Returns the section with the real size of every new uploaded picture; others keep their known
 * size. Throws 422 if a picture is missing.
 */
export async function measurePictures(
  deps: PictureDeps,
  pictures: PicturesSettings,
  current: PicturesSettings,
): Promise<PicturesSettings> {
  const known = new Map(picturesOf(current).map(({ picture }) => [picture.src, picture]));
  for (const { field, picture } of picturesOf(pictures))
    if (!known.has(picture.src)) known.set(picture.src, await measure(deps, field, picture));
  const measured = (picture: SettingsPicture): SettingsPicture => {
    const { width, height } = known.get(picture.src) ?? picture;
    return { ...picture, width, height };
  };
  const { portrait, sharePicture, productPictures, brokerBanners } = pictures;
  return {
    portrait: measured(portrait),
    sharePicture: measured(sharePicture),
    productPictures: productPictures.map(({ image, ...product }) => ({
      ...product,
      image: measured(image),
    })),
    brokerBanners: brokerBanners.map(({ image, ...banner }) => ({
      ...banner,
      image: measured(image),
    })),
  };
}

async function measure(
  { findPictureSize, publicDirectory }: PictureDeps,
  field: string,
  picture: SettingsPicture,
): Promise<SettingsPicture> {
  const message = 'The uploaded picture no longer exists. Upload it again.';
  const missing = () => invalidBody([{ field: `${field}.src`, message }]);
  // The site's own pictures may be SVGs, which have no size in pixels.
  if (findStoragePath(picture.src) === undefined) {
    if (!existsSync(path.join(publicDirectory, picture.src))) throw missing();
    return picture;
  }
  const size = await findPictureSize(picture.src);
  if (!size) throw missing();
  return { ...picture, ...size };
}
