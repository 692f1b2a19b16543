import { parseResponse } from 'hono/client';
import { Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  CardButton,
  ChoiceLinks,
  Day,
  RecordCard,
  RecordList,
  Time,
  useAdminSession,
  useList,
  useMentorClock,
} from '#features/admin-ui/ui/index.ts';
import { type TrashCounts, type TrashEntry, trashKinds } from '#features/trash/rules/trash.ts';
import { Picture } from '#features/uploads/ui/index.ts';
import { formatDay } from '#rules/calendar-day.ts';
import { isOwnUrl } from '#rules/picture-url.ts';
import { dayInZone } from '#rules/time-zone.ts';
import { Button } from '#ui/button.tsx';
import { type Question, QuestionDialog } from '#ui/question-dialog.tsx';
import {
  trashLabelOf,
  trashLabels,
  trashNounOf,
  useDeletionForGood,
  useEmptying,
  useRestoration,
  useTrashCounts,
  useTrashSpan,
} from './use-trash.ts';

const totalOf = ({ counts }: TrashCounts) =>
  Object.values(counts).reduce((total, count) => total + count, 0);

/** Deleted records, newest first. Each can be restored or deleted permanently. */
export function TrashPanel() {
  const [params] = useSearchParams();
  const chosen = trashKinds.find((kind) => kind === params.get('kind'));
  const { api } = useAdminSession();
  const trash = useList(['trash', 'list', chosen], 'trash', (cursor, signal) =>
    parseResponse(api.trash.$get({ query: { kind: chosen, cursor } }, { init: { signal } })),
  );
  const counts = useTrashCounts();
  const forSpan = useTrashSpan();
  const deletion = useDeletionForGood();
  const emptying = useEmptying();
  const [question, ask] = useState<Question>();
  const total = counts && totalOf(counts);
  const isIdle = !emptying.isPending && counts !== undefined && totalOf(counts) > counts.kept;

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
        <Button
          variant="danger"
          // Not `disabled`, which would lose the focus.
          aria-disabled={!isIdle}
          onClick={() =>
            isIdle && counts && ask(askToEmpty(counts, () => emptying.mutate(counts.counted_at)))
          }
          className="aria-disabled:opacity-60 aria-disabled:hover:bg-transparent"
        >
          <Trash2 className="size-4.5" />
          {emptying.isPending ? 'Emptying...' : 'Empty trash'}
        </Button>
      </div>
      <div className="mb-6">
        <ChoiceLinks
          label="Kinds"
          name="kind"
          chosen={chosen}
          choices={[
            { value: undefined, label: 'All', count: total?.toLocaleString('en') },
            ...trashKinds.map((kind) => ({
              value: kind,
              label: trashLabels[kind],
              count: counts?.counts[kind].toLocaleString('en'),
            })),
          ]}
        />
      </div>
      <RecordList
        records={{ ...trash, label: 'Trash', remove: () => {} }}
        emptyText={
          chosen && total !== 0
            ? `No ${trashLabels[chosen].toLowerCase()} in the trash.`
            : 'The trash is empty.'
        }
      >
        {(entry) => (
          <EntryCard
            entry={entry}
            onDelete={(name) =>
              ask({
                title: `Delete this ${trashNounOf(entry.kind)} permanently?`,
                text: `${name} will be deleted permanently.`,
                action: 'Delete permanently',
                isDanger: true,
                onYes: () => deletion.mutate({ entry, name }),
              })
            }
          />
        )}
      </RecordList>
      <QuestionDialog question={question} onClose={() => ask(undefined)} />
    </>
  );
}

function askToEmpty(counts: TrashCounts, onYes: () => void): Question {
  const { kept } = counts;
  const total = (totalOf(counts) - kept).toLocaleString('en');
  const all =
    total === '1'
      ? 'The only item will be deleted permanently.'
      : `All ${total} items will be deleted permanently.`;
  return {
    title: 'Empty the trash?',
    text:
      kept > 0
        ? `What can be deleted permanently: ${total}. Courses that people were given or have ordered stay: ${kept}.`
        : all,
    action: `Delete ${total} permanently`,
    isDanger: true,
    onYes,
  };
}

/** Returns the name of an entry. A testimonial without a name is named by its day. */
function nameOf({ kind, title, instant }: TrashEntry, timeZone: string): string {
  if (title !== null) return title;
  return kind === 'testimonials' && instant
    ? `Testimonial from ${formatDay(dayInZone(instant, timeZone))}`
    : `This ${trashNounOf(kind)}`;
}

interface EntryCardProps {
  entry: TrashEntry;
  onDelete: (name: string) => void;
}

function EntryCard({ entry, onDelete }: EntryCardProps) {
  const { timeZone, toDay } = useMentorClock();
  const { isPending, mutate: restore } = useRestoration();
  const { kind, id, title, detail, day, instant, picture_url: picture } = entry;
  const name = nameOf(entry, timeZone);
  return (
    <RecordCard
      title={title ?? trashLabelOf(kind)}
      name={name}
      aside={
        <>
          Deleted <Time at={entry.deleted_at} />
        </>
      }
      actions={
        <CardButton
          icon={Undo2}
          spoken={` ${name}`}
          isBusy={isPending}
          onClick={() => restore({ kind, ids: [id], name })}
        >
          {isPending ? 'Restoring...' : 'Restore'}
        </CardButton>
      }
      deleteLabel="Delete permanently"
      {...(!entry.is_kept && { onDelete })}
    >
      <div className="flex items-start gap-4">
        <div className="grid min-w-0 flex-1 gap-3">
          <p className="label-caps text-gold">{trashNounOf(kind)}</p>
          <p className="grid gap-0.5 text-[0.9375rem] empty:hidden">
            {detail && <span className="min-w-0 break-words">{detail}</span>}
            {day && <time dateTime={day}>{formatDay(day)}</time>}
            {instant && kind === 'bookings' && <Time at={instant} />}
            {instant && kind === 'testimonials' && <span>Uploaded {toDay(instant)}</span>}
          </p>
        </div>
        {picture && isOwnUrl(picture) && (
          <Picture
            src={picture}
            alt=""
            width={80}
            height={80}
            sizes="5rem"
            className="block size-20 shrink-0 rounded-sm bg-gold-wash object-cover"
          />
        )}
      </div>
      <p className="text-sm text-muted">
        {entry.is_kept ? (
          'People were given this course or have ordered it, so it stays here.'
        ) : (
          <>
            Deleted permanently after <Day at={entry.gone_at} />
          </>
        )}
      </p>
    </RecordCard>
  );
}
