import { isUploadOf } from '../upload.ts';
import { requiredText, z } from '../zod.ts';
import { listOf, outsideLink, wholeNumber, words } from './parts.ts';

/** A picture that comes with the site. */
const isBuiltIn = (src: string) => /^\/(?!storage\/)[\w-]+(?:[./][\w-]+)*$/.test(src);

const chooseOne = 'Please choose a picture to upload.';

/** A picture of this site: its address, what it shows, and its size in pixels, which the server measures. */
const picture = z.object({
  src: requiredText(chooseOne, 1, 400).refine(
    (src) => isUploadOf('settings-picture', src) || isBuiltIn(src),
    chooseOne,
  ),
  alt: words(300),
  width: wholeNumber(1, 20_000),
  height: wholeNumber(1, 20_000),
});
export type SettingsPicture = z.output<typeof picture>;

const brokerBanner = z.object({
  /** The partner link. */
  href: outsideLink,
  image: picture,
  isShown: z.boolean(),
});
export type BrokerBanner = z.output<typeof brokerBanner>;

/** The pictures of the site but those of its content. */
export const picturesSettings = z.object({
  /** The founder, 4 to 5. */
  portrait: picture,
  /** What social networks show beside a link to the site. Most read nothing else. */
  sharePicture: picture.refine(({ src }) => /\.(?:png|jpe?g)$/i.test(src), {
    path: ['src'],
    message: 'Please choose a PNG or a JPEG: most social networks show nothing else.',
  }),
  /** 4 to 1, in the mentor's order. */
  brokerBanners: listOf(brokerBanner, { most: 60 }),
});
export type PicturesSettings = z.output<typeof picturesSettings>;
