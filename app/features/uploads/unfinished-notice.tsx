import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '#app/ui/button.tsx';
import { formatBytes } from '#domain/measures.ts';
import { keepUntilSaved, listUnfinished, type UnfinishedUpload } from './unfinished-uploads.ts';
import type { UploadItem, UploadQueue } from './upload-queue.ts';

/**
 * What an earlier page left unfinished. A browser gives a page no way back to a file: it has to
 * be chosen once more, and goes on from there.
 */
export function UnfinishedNotice({
  queue,
  items,
}: {
  queue: UploadQueue;
  items: readonly UploadItem[];
}) {
  const [unfinished, setUnfinished] = useState<UnfinishedUpload[]>([]);
  useEffect(() => setUnfinished(listUnfinished(queue.kind)), [queue.kind]);
  const isChosen = ({ filename, size }: UnfinishedUpload) =>
    items.some(({ file }) => file.name === filename && file.size === size);
  const shown = unfinished.filter((upload) => !isChosen(upload));
  if (shown.length === 0) return null;
  return (
    <ul aria-label="Unfinished uploads" className="grid gap-2">
      {shown.map(({ key, filename, size }) => (
        <li
          key={key}
          className="flex items-center justify-between gap-3 rounded-sm border border-gold-soft bg-gold-wash py-1 pr-1 pl-4 text-sm"
        >
          <p className="min-w-0 py-2 break-words">
            <span className="font-semibold">{filename}</span> ({formatBytes(size)}) was not
            finished. Choose the same file again to go on where it stopped.
          </p>
          <IconButton
            label={`Forget ${filename}`}
            onClick={() => {
              keepUntilSaved.drop(key);
              setUnfinished(unfinished.filter((other) => other.key !== key));
            }}
          >
            <X aria-hidden className="size-4.5" strokeWidth={1.75} />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
