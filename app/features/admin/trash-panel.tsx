import { Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { type Question, QuestionDialog } from '#app/ui/question-dialog.tsx';
import { formatDay } from '#domain/calendar-day.ts';
import { isOwnUrl } from '#domain/picture-url.ts';
import { dayInZone, formatDateAndClock } from '#domain/time-zone.ts';
import { type TrashCounts, type TrashEntry, trashKinds } from '#domain/trash.ts';
import { Picture } from '../media/picture.tsx';
import { useFacts } from '../shell/facts.ts';
import { ChoiceLinks, cardActionClass, RecordCard } from './record-card.tsx';
import { RecordList } from './record-list.tsx';
import { trashWords } from './trash-words.ts';
import { capitalise } from './use-records.ts';
import {
  useDeletionForGood,
  useEmptying,
  useRestoration,
  useTrash,
  useTrashCounts,
} from './use-trash.ts';
import { useTrashSpan } from './use-trash-span.ts';

const totalOf = ({ counts }: TrashCounts) =>
  Object.values(counts).reduce((total, count) => total + count, 0);

/** What was deleted, the last first: taken out again, or deleted permanently. */
export function TrashPanel() {
  const { timeZone } = useFacts();
  const [params] = useSearchParams();
  const chosen = trashKinds.find((kind) => kind === params.get('kind'));
  const trash = useTrash(chosen);
  const counts = useTrashCounts();
  const forSpan = useTrashSpan();
  const restoration = useRestoration();
  const deletion = useDeletionForGood();
  const [question, ask] = useState<Question>();
  const total = counts && totalOf(counts);
  const countOf = (count: number | undefined) => count?.toLocaleString('en');

  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
        <div>
          <h2 className="text-heading">Trash</h2>
          <p className="mt-2 max-w-prose text-muted">
            Deleted items stay here{forSpan}, and you can restore them. After that they are deleted
            permanently, with their files.
          </p>
        </div>
        <EmptyTrash counts={counts} />
      </div>
      <div className="mb-6">
        <ChoiceLinks
          label="Kinds"
          name="kind"
          chosen={chosen}
          choices={[
            { value: undefined, label: 'All', count: countOf(total) },
            ...trashKinds.map((kind) => ({
              value: kind,
              label: trashWords[kind].plural,
              count: countOf(counts?.counts[kind]),
            })),
          ]}
        />
      </div>
      <RecordList
        records={{ ...trash, remove: () => {} }}
        emptyText={
          chosen && total !== 0
            ? `No ${trashWords[chosen].plural.toLowerCase()} in the trash.`
            : 'The trash is empty.'
        }
      >
        {(entry) => {
          const name = nameOf(entry, timeZone);
          const isRestoring = restoration.isPending && restoration.variables.entry.id === entry.id;
          return (
            <EntryCard
              entry={entry}
              name={name}
              isRestoring={isRestoring}
              onRestore={() => !isRestoring && restoration.mutate({ entry, name })}
              onDelete={() =>
                ask({
                  title: `Delete this ${trashWords[entry.kind].noun} permanently?`,
                  text: `${name} will be deleted permanently.`,
                  action: 'Delete permanently',
                  isDanger: true,
                  onYes: () => deletion.mutate({ entry, name }),
                })
              }
            />
          );
        }}
      </RecordList>
      <QuestionDialog question={question} onClose={() => ask(undefined)} />
    </>
  );
}

/** Which one it is, in words: pictures of students go by their day. */
function nameOf({ kind, title, instant }: TrashEntry, timeZone: string): string {
  if (title !== null) return title;
  return kind === 'testimonials' && instant
    ? `The testimonial of ${formatDay(dayInZone(instant, timeZone))}`
    : `This ${trashWords[kind].noun}`;
}

interface EntryCardProps {
  entry: TrashEntry;
  name: string;
  isRestoring: boolean;
  onRestore: () => void;
  onDelete: () => void;
}

function EntryCard({ entry, name, isRestoring, onRestore, onDelete }: EntryCardProps) {
  const site = useFacts();
  return (
    <RecordCard
      title={entry.title ?? capitalise(trashWords[entry.kind].noun)}
      name={name}
      aside={
        <>
          Deleted{' '}
          <time dateTime={entry.deleted_at}>
            {formatDateAndClock(entry.deleted_at, site.timeZone)} {site.timeZoneLabel}
          </time>
        </>
      }
      actions={
        <button
          type="button"
          aria-disabled={isRestoring}
          onClick={onRestore}
          className={cardActionClass}
        >
          <Undo2 className="size-4" />
          {isRestoring ? 'Restoring...' : 'Restore'}
          <span className="sr-only"> {name}</span>
        </button>
      }
      deleteLabel="Delete permanently"
      onDelete={onDelete}
    >
      <div className="flex items-start gap-4">
        <div className="grid min-w-0 flex-1 gap-3">
          <p className="label-caps text-gold">{trashWords[entry.kind].noun}</p>
          {(entry.detail || entry.day || entry.instant) && <EntryDetail {...entry} />}
        </div>
        {entry.picture_url && isOwnUrl(entry.picture_url) && (
          <Picture
            src={entry.picture_url}
            alt=""
            width={80}
            height={80}
            sizes="5rem"
            className="block size-20 shrink-0 rounded-sm bg-gold-wash object-cover"
          />
        )}
      </div>
      <p className="text-sm text-muted">
        Deleted permanently after{' '}
        <time dateTime={entry.gone_at}>{formatDay(dayInZone(entry.gone_at, site.timeZone))}</time>
      </p>
    </RecordCard>
  );
}

function EntryDetail({ kind, detail, day, instant }: TrashEntry) {
  const site = useFacts();
  return (
    <p className="grid gap-0.5 text-[0.9375rem]">
      {detail && <span className="min-w-0 break-words">{detail}</span>}
      {day && <time dateTime={day}>{formatDay(day)}</time>}
      {instant && kind === 'bookings' && (
        <time dateTime={instant}>
          {formatDateAndClock(instant, site.timeZone)} {site.timeZoneLabel}
        </time>
      )}
      {instant && kind === 'testimonials' && (
        <span>Uploaded {formatDay(dayInZone(instant, site.timeZone))}</span>
      )}
    </p>
  );
}

/** Deletes everything for good, after a question that says how much that is. */
function EmptyTrash({ counts }: { counts: TrashCounts | undefined }) {
  const emptying = useEmptying();
  const [question, ask] = useState<Question>();
  const isIdle = !emptying.isPending && counts !== undefined && totalOf(counts) > 0;

  /** About what lies there now: what is deleted meanwhile is not meant. */
  function toQuestion(asked: TrashCounts): Question {
    const total = totalOf(asked).toLocaleString('en');
    return {
      title: 'Empty the trash?',
      text:
        total === '1'
          ? 'The only entry will be deleted permanently.'
          : `All ${total} entries will be deleted permanently.`,
      action: `Delete ${total} permanently`,
      isDanger: true,
      onYes: () => emptying.mutate(asked.counted_at),
    };
  }

  return (
    <>
      <Button
        variant="danger"
        // Not `disabled`, which would take the focus away once it has done its work.
        aria-disabled={!isIdle}
        onClick={() => isIdle && ask(toQuestion(counts))}
        className="aria-disabled:opacity-60 aria-disabled:hover:bg-transparent"
      >
        <Trash2 className="size-4.5" />
        {emptying.isPending ? 'Emptying...' : 'Empty trash'}
      </Button>
      <QuestionDialog question={question} onClose={() => ask(undefined)} />
    </>
  );
}
