import { describeOrigin, type Origin } from '#rules/origin.ts';

/** What is known of it. */
export interface Agreed {
  privacy_version: number | null;
  agreed_to: string | null;
}

/** Returns what a visitor had before them when they sent something, and what they agreed to; nothing where neither is known. */
function describeAgreement({ privacy_version, agreed_to }: Agreed): string {
  return [
    agreed_to !== null && `Agreed to “${agreed_to}”.`,
    // Version 0 is the text of a new site.
    privacy_version && `Privacy Policy: version ${privacy_version}`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Shows what a visitor agreed to, next to what they sent. */
export function Agreement({ record }: { record: Agreed }) {
  const words = describeAgreement(record);
  return words ? <p className="text-sm text-muted">{words}</p> : null;
}

/** Where the visit came from in which they sent it, if that is known. */
export function OriginNote({ row }: { row: Origin }) {
  const words = describeOrigin(row);
  return words ? <p className="text-sm break-words text-muted">{words}</p> : null;
}
