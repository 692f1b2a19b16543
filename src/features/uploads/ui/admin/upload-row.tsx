import { Check, FileText, Film, type LucideIcon, Pause, Play, RotateCcw, X } from 'lucide-react';
import { isVideo } from '#features/uploads/rules/upload.ts';
import { formatBytes, formatLength, formatTimeLeft } from '#rules/measures.ts';
import { IconButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import type { UploadItem, UploadQueue } from './upload-queue.ts';

interface Control {
  action: 'pause' | 'resume';
  verb: string;
  Icon: LucideIcon;
}

const pause: Control = { action: 'pause', verb: 'Pause', Icon: Pause };

const controls: Partial<Record<UploadItem['state'], Control>> = {
  uploading: pause,
  reconnecting: pause,
  paused: { action: 'resume', verb: 'Resume', Icon: Play },
  failed: { action: 'resume', verb: 'Retry', Icon: RotateCcw },
};

/**
 * One file of a queue. Its height is constant, so that buttons below do not move during a press.
 */
export function UploadRow({ item, queue }: { item: UploadItem; queue: UploadQueue }) {
  const { key, file, state } = item;
  const control = controls[state];
  const pace = describePace(item);
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 rounded-sm border border-hairline bg-raised p-3">
      <Preview item={item} kind={queue.kind} />
      <div className="grid min-w-0 gap-1.5">
        <p className="truncate text-sm font-semibold">{file.name}</p>
        <ProgressBar item={item} />
        <p className="truncate text-[0.8125rem] text-muted">{describeAmount(item)}</p>
      </div>
      <div className="flex max-sm:min-h-22 max-sm:flex-col max-sm:justify-center">
        {control && (
          <IconButton
            label={`${control.verb} ${file.name}`}
            onClick={() => queue[control.action](key)}
          >
            <control.Icon className="size-4.5" />
          </IconButton>
        )}
        <IconButton label={`Remove ${file.name}`} onClick={() => queue.remove(key)}>
          <X className="size-4.5" />
        </IconButton>
      </div>
      <div
        className={classNames(
          'col-span-full text-sm font-medium',
          state === 'failed' ? 'text-danger' : 'text-gold',
        )}
      >
        {pace && <p className="truncate text-muted">{pace}</p>}
        {/* Announced once. The speed, which replaces it visually, changes constantly. */}
        <p role="status" className={pace ? 'sr-only' : undefined}>
          {describeState(item)}
        </p>
        {isVideo(queue.kind) && (
          <p className="mt-1 text-ink">{item.note ?? 'Checking the film.'}</p>
        )}
      </div>
    </li>
  );
}

function Preview({ item, kind }: { item: UploadItem; kind: UploadQueue['kind'] }) {
  const box = 'size-14 shrink-0 rounded-sm bg-gold-wash';
  if (item.previewUrl) {
    return (
      <img
        src={item.previewUrl}
        alt={`Preview of ${item.file.name}`}
        className={classNames(box, 'object-cover')}
      />
    );
  }
  const Icon = isVideo(kind) ? Film : FileText;
  return (
    <span className={classNames(box, 'grid place-items-center')}>
      <Icon className="size-6 text-gold" strokeWidth={1.25} />
    </span>
  );
}

function ProgressBar({ item: { file, sent, state } }: { item: UploadItem }) {
  const percent = Math.min(100, Math.floor((sent / file.size) * 100));
  return (
    <div
      role="progressbar"
      aria-label={`Upload of ${file.name}`}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-1.5 overflow-hidden rounded-full bg-hairline"
    >
      <div
        className={classNames(
          'h-full origin-left transition-transform duration-200 ease-out motion-reduce:transition-none',
          state === 'failed' ? 'bg-danger' : state === 'done' ? 'bg-success' : 'bg-gold-soft',
        )}
        style={{ transform: `scaleX(${percent / 100})` }}
      />
    </div>
  );
}

/** Returns `12.4 MB of 1 GB · 0:10`, or only the size once everything is uploaded. */
function describeAmount({ file, sent, state, durationSeconds }: UploadItem): string {
  const size = formatBytes(file.size);
  const isWhole = state === 'done' || state === 'finishing' || state === 'waiting';
  const amount = isWhole ? size : `${formatBytes(sent)} of ${size}`;
  return durationSeconds ? `${amount} · ${formatLength(durationSeconds)}` : amount;
}

/** Returns `3.2 MB/s · about 5 min left`; undefined until known. */
function describePace({ file, sent, state, bytesPerSecond }: UploadItem): string {
  if (state !== 'uploading' || !bytesPerSecond) return '';
  const timeLeft = formatTimeLeft((file.size - sent) / bytesPerSecond);
  return `${formatBytes(Math.round(bytesPerSecond))}/s · ${timeLeft} left`;
}

const stateTexts = {
  waiting: 'Waiting.',
  uploading: 'Uploading.',
  reconnecting: 'Connection lost. The upload continues when you’re back online.',
  'signed-out': 'Sign in again to continue.',
  paused: 'Paused.',
  finishing: 'Almost there.',
};

function describeState({ state, reason, isResumed }: UploadItem) {
  if (state === 'failed') return `Upload failed: ${reason}`;
  if (state === 'uploading' && isResumed) return 'Continuing where it stopped.';
  if (state !== 'done') return stateTexts[state];
  return (
    <span className="flex items-center gap-1.5 text-success">
      <Check className="size-4" strokeWidth={2} />
      Uploaded.
    </span>
  );
}
