import { ExternalLink, textLink } from '#app/ui/link.tsx';
import { findStoragePath } from '#domain/stored-file.ts';
import { formatDateAndClock } from '#domain/time-zone.ts';
import type { Deletion } from './deletions.tsx';

/** What is said when a deletion failed; for a file that cannot be found, the server's own sentence. */
export const mediaDeletionFailed =
  (what: string): Deletion['failed'] =>
  (message, code) =>
    code === 'unusable-file-url' ? message : `Failed to delete ${what}: ${message}`;

/** An uploaded file, or the name of the one that is chosen to replace it. */
export const showFile = (urlOrName: string) => {
  const path = findStoragePath(urlOrName);
  return path === undefined ? (
    urlOrName
  ) : (
    <ExternalLink href={urlOrName} className={textLink}>
      {path.split('/').at(-1)}
    </ExternalLink>
  );
};

/** When a file was uploaded, on the mentor's clock. */
export const UploadedAt = ({ instant, timeZone }: { instant: string; timeZone: string }) => (
  <p className="text-sm text-muted">
    <time dateTime={instant}>{formatDateAndClock(instant, timeZone)}</time>
  </p>
);
