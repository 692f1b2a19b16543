import { describeOrigin, type Origin } from '#rules/origin.ts';

/** A visitor's consent, as stored with a record. */
export interface Agreed {
  privacy_version: number | null;
  agreed_to: string | null;
}

/**
 * Returns which privacy policy a visitor saw, and what they agreed to; an empty text if neither is
 * known.
 */
function describeAgreement({ privacy_version, agreed_to }: Agreed): string {
  return [
    agreed_to !== null && `Agreed to “${agreed_to}”.`,
    // Version 0 is the original text of a new site.
    privacy_version && `Privacy Policy: version ${privacy_version}`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Shows what a visitor agreed to. */
export function Agreement({ record }: { record: Agreed }) {
  const words = describeAgreement(record);
  return words ? <p className="text-sm text-muted">{words}</p> : null;
}

/** Shows the origin of the visit, if it is known. */
export function OriginNote({ row }: { row: Origin }) {
  const words = describeOrigin(row);
  return words ? <p className="text-sm break-words text-muted">{words}</p> : null;
}
