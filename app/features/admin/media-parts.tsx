import { ExternalLink, textLink } from '#app/ui/link.tsx';
import { findStoragePath } from '#domain/stored-file.ts';
import { formatDateAndClock } from '#domain/time-zone.ts';
import type { Deletion } from './deletions.tsx';

/** The error of a failed deletion. If the file cannot be found, the server's own sentence says so. */
export const mediaDeletionFailed =
  (what: string): Deletion['failed'] =>
  (message, code) =>
    code === 'unusable-file-url' ? message : `Failed to delete ${what}: ${message}`;

/** Links an uploaded file by its name. Other texts are shown as they are. */
export function FileName({ urlOrText }: { urlOrText: string }) {
  const path = findStoragePath(urlOrText);
  if (path === undefined) return urlOrText || <span className="text-muted italic">empty</span>;
  return (
    <ExternalLink href={urlOrText} className={textLink}>
      {path.split('/').at(-1)}
    </ExternalLink>
  );
}

/** When a file was uploaded, on the mentor's clock. */
export const UploadedAt = ({ instant, timeZone }: { instant: string; timeZone: string }) => (
  <p className="text-sm text-muted">
    <time dateTime={instant}>{formatDateAndClock(instant, timeZone)}</time>
  </p>
);
