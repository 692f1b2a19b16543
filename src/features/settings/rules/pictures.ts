import { isUploadOf } from '#features/uploads/rules/index.ts';
import { requiredText, z } from '#rules/zod.ts';
import { planTargetLabels, planTargets } from './offers.ts';
import { listOf, outsideLink, wholeNumber, words } from './parts.ts';

/** Whether a picture is shipped with the site. */
const isBuiltIn = (src: string) => /^\/(?!storage\/)[\w-]+(?:[./][\w-]+)*$/.test(src);

const chooseOne = 'Choose a picture to upload.';

/** An uploaded or built-in picture. The server measures its size. */
const picture = z
  .object({
    src: requiredText(chooseOne, 1, 400)
      .refine((src) => isUploadOf('settings-picture', src) || isBuiltIn(src), chooseOne)
      .meta({ label: 'Picture' }),
    alt: words(300).meta({
      label: 'Description',
      help: 'Describe the picture for people who can’t see it and for search engines.',
    }),
    width: wholeNumber(1, 20_000),
    height: wholeNumber(1, 20_000),
  })
  .meta({
    control: 'picture',
    describe: ({ alt, src }: { alt: string; src: string }) => `${alt} (${src.split('/').at(-1)})`,
  });
export type SettingsPicture = z.output<typeof picture>;

const brokerBanner = z.object({
  image: picture.meta({ label: 'Picture', shape: 'banner' }),
  /** The partner link. */
  href: outsideLink,
  isShown: z.boolean().meta({ label: 'Show to visitors' }),
});
export type BrokerBanner = z.output<typeof brokerBanner>;

/** What clients get: a page of the workbook, or a frame of a lesson. */
const productPicture = z.object({
  image: picture.meta({ label: 'Picture', shape: 'product' }),
  /** Plans are identified by what their button opens, because their titles change. */
  plan: z
    .enum(planTargets, 'Choose a plan.')
    .meta({ label: 'Shown on the plan whose button opens', choices: planTargetLabels }),
});
export type ProductPicture = z.output<typeof productPicture>;

/** The pictures of the site, except those of its content. */
export const picturesSettings = z
  .object({
    portrait: picture.meta({
      label: 'Portrait',
      help: 'You, on the home page and the about page. Portrait format, at least 800 x 1,000 pixels.',
      shape: 'portrait',
    }),
    /** Shown by social networks next to a link. Most support no other formats. */
    sharePicture: picture
      .refine(({ src }) => /\.(?:png|jpe?g)$/i.test(src), {
        path: ['src'],
        message: 'Choose a PNG or JPEG: most social networks show nothing else.',
      })
      .meta({
        label: 'Sharing picture',
        help: 'Shown by WhatsApp, Facebook and others next to a link to your site. 1,200 x 630 pixels, PNG or JPEG.',
        shape: 'share',
      }),
    productPictures: listOf(productPicture, { most: planTargets.length, uniqueBy: 'plan' }).meta({
      label: 'Product pictures',
      help: 'A page of your workbook or a frame of a lesson, on the card of its plan on the services page. At least 960 x 720 pixels.',
      noun: 'picture',
      blank: { plan: 'course-inquiry', image: { width: 960, height: 720 } },
    }),
    brokerBanners: listOf(brokerBanner, { most: 60 }).meta({
      label: 'Banners',
      help: 'One is picked at random at the bottom of the posts, videos, freebies and community pages. 1,200 x 300 pixels.',
      noun: 'banner',
      blank: { isShown: true, image: { width: 1200, height: 300 } },
    }),
  })
  .meta({
    label: 'Pictures',
    help: 'Your portrait, the sharing picture, product pictures and banners',
  });
export type PicturesSettings = z.output<typeof picturesSettings>;
