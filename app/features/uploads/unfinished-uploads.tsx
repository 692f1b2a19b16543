import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { PreviousUpload } from 'tus-js-client';
import { IconButton } from '#app/ui/button.tsx';
import { formatBytes } from '#domain/measures.ts';
import type { UploadKind } from '#domain/upload.ts';
import { openStorage } from './resumable-upload.ts';
import type { UploadItem, UploadQueue } from './upload-queue.ts';

/** The site gives an upload up after a day. */
const keptMs = 24 * 3_600_000;

async function listUnfinished(kind: UploadKind): Promise<PreviousUpload[]> {
  const storage = await openStorage();
  const unfinished: PreviousUpload[] = [];
  for (const upload of await storage.findAllUploads()) {
    if (Date.now() - Date.parse(upload.creationTime) > keptMs)
      await storage.removeUpload(upload.urlStorageKey);
    else if (upload.metadata.kind === kind) unfinished.push(upload);
  }
  return unfinished;
}

/** What an earlier page left unfinished: browsers give no way back to a file but choosing it again. */
export function UnfinishedNotice({
  queue,
  items,
}: {
  queue: UploadQueue;
  items: readonly UploadItem[];
}) {
  const [unfinished, setUnfinished] = useState<PreviousUpload[]>([]);
  useEffect(() => {
    // Without the library nothing goes on either.
    listUnfinished(queue.kind).then(setUnfinished, () => {});
  }, [queue.kind]);
  const isChosen = ({ metadata, size }: PreviousUpload) =>
    items.some(({ file }) => file.name === metadata.filename && file.size === size);
  const shown = unfinished.filter((upload) => !isChosen(upload));
  if (shown.length === 0) return null;
  return (
    <ul aria-label="Unfinished uploads" className="grid gap-2">
      {shown.map(({ urlStorageKey, metadata: { filename }, size }) => (
        <li
          key={urlStorageKey}
          className="flex items-center justify-between gap-3 rounded-sm border border-gold-soft bg-gold-wash py-1 pr-1 pl-4 text-sm"
        >
          <p className="min-w-0 py-2 break-words">
            <span className="font-semibold">{filename}</span> ({formatBytes(size ?? 0)}) was not
            finished. Choose the same file again to go on where it stopped.
          </p>
          <IconButton
            label={`Forget ${filename}`}
            onClick={async () => {
              setUnfinished(unfinished.filter((other) => other.urlStorageKey !== urlStorageKey));
              await (await openStorage()).removeUpload(urlStorageKey);
            }}
          >
            <X aria-hidden className="size-4.5" strokeWidth={1.75} />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
