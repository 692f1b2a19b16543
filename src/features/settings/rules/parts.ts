import { credentialsRefused, hasCredentials } from '#rules/url.ts';
import { requiredText, z } from '#rules/zod.ts';

/** A single line of text that visitors see. */
export const words = (maximum = 200) =>
  requiredText('Fill this in.', 1, maximum).refine((text) => !/[\r\n]/.test(text), 'Use one line.');

/** A text of several lines. */
export const paragraph = requiredText('Fill this in.', 1, 2_000).meta({ isLong: true });

export const title = words().meta({ label: 'Title' });

export const description = paragraph.meta({ label: 'Description' });

/** A heading with a text under it. */
export const titledText = z.object({ title, text: paragraph.meta({ label: 'Text' }) });

/** A path on this site. */
export const ownPath = words(300).regex(
  /^\/(?![/\\])\S*$/,
  'Enter a page of this site, such as /mentorship.',
);

/** A link to another site. */
export const outsideLink = words(500)
  .refine((url) => !hasCredentials(url), credentialsRefused)
  .pipe(
    z.url({
      protocol: /^https$/,
      hostname: z.regexes.domain,
      error: 'Enter a full address that starts with https://',
    }),
  )
  .meta({ label: 'Link', placeholder: 'https://', keyboard: 'url' });

interface ListOptions {
  least?: number;
  most: number;
  /** The field that must be unique among the items. */
  uniqueBy?: string;
}

/** A list of limited length. Texts must be unique, and other items by their `uniqueBy` field. */
export const listOf = <Item extends z.ZodType>(
  item: Item,
  { least = 0, most, uniqueBy }: ListOptions,
) =>
  z
    .array(item)
    .min(least, least === 1 ? 'Add at least one.' : `Add at least ${least}.`)
    .max(most, `You can add up to ${most}.`)
    .superRefine((items, context) => {
      const keys = items.map((one) => (uniqueBy ? Object(one)[uniqueBy] : one));
      for (const [index, key] of keys.entries()) {
        if (typeof key !== 'string' || keys.indexOf(key) === index) continue;
        const path = uniqueBy ? [index, uniqueBy] : [index];
        context.addIssue({ code: 'custom', path, message: 'This is in the list twice.' });
      }
    });

/** A whole number within bounds. */
export const wholeNumber = (least: number, most: number) => {
  const message = `Enter a whole number from ${least} to ${most}.`;
  return z.int({ error: message }).min(least, message).max(most, message);
};

/** The same, or null if the field is empty. */
export const wholeNumberOrNull = (least: number, most: number) =>
  wholeNumber(least, most)
    .nullish()
    .transform((value) => value ?? null);
