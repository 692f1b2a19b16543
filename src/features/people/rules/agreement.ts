import { emptyAsNull, optionalText, z } from '#rules/zod.ts';

/**
 * What a form says besides its fields: which version of the privacy text stood beside it, and the words
 * of the box that was ticked there. Nothing where its sender knew of none.
 */
export const agreement = {
  privacy_version: z
    .int('Invalid version.')
    .min(0, 'Invalid version.')
    .max(1_000_000, 'Invalid version.')
    .nullish()
    .transform((version) => version ?? null),
  agreed_to: emptyAsNull(optionalText(160)),
};
