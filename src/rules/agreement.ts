import { emptyAsNull, optionalText, z } from './zod.ts';

/**
 * The fields of a form about consent: the version of the privacy text shown with it, and the text
 * of the ticked box. Null if the sender knew of none.
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

/** The headings of an agreement in a CSV file. */
export const agreementHeadings = ['Privacy text (version)', 'Agreed to'];

/** The cells of an agreement in a CSV file. */
export const toAgreementCells = (record: {
  privacyVersion: number | null;
  agreedTo: string | null;
}): (string | null)[] => [record.privacyVersion?.toString() ?? null, record.agreedTo];
