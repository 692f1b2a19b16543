import { credentialsRefused, hasCredentials } from '../has-credentials.ts';
import { requiredText, z } from '../zod.ts';

/* Parts that several sections share. Messages are shown next to the field. */

/** Words that visitors read, on one line. */
export const words = (maximum = 200) =>
  requiredText('Fill this in.', 1, maximum).refine((text) => !/[\r\n]/.test(text), 'Use one line.');

/** The same on several lines. */
export const paragraph = requiredText('Fill this in.', 1, 2_000).meta({ isLong: true });

/** A path on this site. */
export const ownPath = words(300).regex(
  /^\/(?![/\\])\S*$/,
  'Enter a page of this site, such as /mentorship.',
);

/** An address on another site. */
export const outsideLink = words(500)
  .refine((url) => !hasCredentials(url), credentialsRefused)
  .pipe(
    z.url({
      protocol: /^https$/,
      hostname: z.regexes.domain,
      error: 'Enter a full address that starts with https://',
    }),
  );

/** Returns a list of so many items, none of which is there twice, as far as `keyOf` can tell. */
export function listOf<Item extends z.ZodType>(
  item: Item,
  { least = 0, most, keyOf }: ListOptions<z.output<Item>>,
) {
  return z
    .array(item)
    .min(least, least === 1 ? 'Add at least one.' : `Add at least ${least}.`)
    .max(most, `You can add up to ${most}.`)
    .superRefine((items, context) => {
      if (!keyOf) return;
      const { value, field } = keyOf;
      const seen = new Set<unknown>();
      for (const [index, one] of items.entries()) {
        const key = value(one);
        if (seen.has(key)) {
          const path = field === undefined ? [index] : [index, field];
          context.addIssue({ code: 'custom', path, message: 'This is in the list twice.' });
        }
        seen.add(key);
      }
    });
}

interface ListOptions<Item> {
  least?: number;
  most: number;
  /** What no two items may share, and the field of an item in which it stands. */
  keyOf?: { value: (item: Item) => unknown; field?: string };
}

/** Lines or paragraphs, each of them once. */
export const textList = (item: z.ZodType<string, string>, least: number, most: number) =>
  listOf(item, { least, most, keyOf: { value: (text) => text } });

/** A heading with a text under it. */
export const titledText = z.object({
  title: words().meta({ label: 'Title' }),
  text: paragraph.meta({ label: 'Text' }),
});

const wholeNumberMessage = (least: number, most: number) =>
  `Enter a whole number from ${least} to ${most}.`;

/** Whole numbers within bounds, which the message names. */
export const wholeNumber = (least: number, most: number) => {
  const message = wholeNumberMessage(least, most);
  return z.int({ error: message }).min(least, message).max(most, message);
};

/** The same, or null where the field was left empty. */
export const wholeNumberOrNull = (least: number, most: number) =>
  wholeNumber(least, most)
    .nullish()
    .transform((value) => value ?? null);
