import { ChevronDown } from 'lucide-react';
import { classNames } from '#app/ui/class-names.ts';
import { describeAge } from '#domain/backup.ts';
import { type LeadState, leadStates } from '#domain/lead-state.ts';
import { Agreement, OriginNote } from './agreement.tsx';
import { LeadNote } from './lead-note.tsx';
import { stateLabels } from './lead-states.ts';
import { useMentorClock } from './mentor-clock.tsx';
import { QuickReplies, ReplyLinks } from './quick-replies.tsx';
import { RecordCard } from './record-card.tsx';
import { type Lead, useLeadChanges } from './use-lead-changes.ts';

interface LeadCardProps {
  lead: Lead;
  isSelected: boolean;
  onSelect: () => void;
  onDelete: (name: string) => void;
}

/** A lead: who wrote, when and what, its status, and ways to reply. */
export function LeadCard({ lead, isSelected, onSelect, onDelete }: LeadCardProps) {
  const { name, email, phone, source, message, created_at, state } = lead;
  const { setState } = useLeadChanges();
  const { toTime } = useMentorClock();
  return (
    <RecordCard
      title={name}
      isMarked={isSelected || state === 'new'}
      choice={
        <label className="-my-2.5 -mx-3 grid size-11 shrink-0 place-items-center">
          <input
            type="checkbox"
            checked={isSelected}
            onChange={onSelect}
            className="size-4.5 accent-gold-fill-to"
          />
          <span className="sr-only">Select {name}</span>
        </label>
      }
      status={
        <StateChoice name={name} state={state} onChoose={(next) => void setState(lead, next)} />
      }
      aside={
        <time dateTime={created_at}>
          {describeAge(new Date(created_at), new Date())} · {toTime(created_at)}
        </time>
      }
      actions={
        <>
          <ReplyLinks lead={lead} />
          <QuickReplies lead={lead} />
        </>
      }
      // Beside three ways to reply there is only room for its icon on a phone.
      deleteLabel={<span className="@max-sm:sr-only">Delete</span>}
      onDelete={onDelete}
    >
      <p className="label-caps text-gold">{source}</p>
      <p className="flex flex-wrap gap-x-4 text-[0.9375rem]">
        <span className="min-w-0 break-words">{email}</span>
        {phone && <span>{phone}</span>}
      </p>
      {message && <Message text={message} />}
      <Agreement record={lead} />
      <OriginNote row={lead} />
      <LeadNote lead={lead} />
    </RecordCard>
  );
}

const messageClass = 'break-words whitespace-pre-line';

/** The beginning of a message, and all of it on demand. */
function Message({ text }: { text: string }) {
  if (text.length <= 160 && text.split('\n').length <= 3)
    return <p className={messageClass}>{text}</p>;
  return (
    <details className="group">
      <summary className="cursor-pointer list-none [&::-webkit-details-marker]:hidden">
        <span className={`${messageClass} line-clamp-3 group-open:line-clamp-none`}>{text}</span>
        <span className="mt-1 block text-sm font-semibold text-gold group-open:hidden">
          Show all
        </span>
        <span className="mt-1 hidden text-sm font-semibold text-gold group-open:block">
          Show less
        </span>
      </summary>
    </details>
  );
}

const stateLooks: Record<LeadState, string> = {
  new: 'border-gold bg-gold-wash text-gold',
  answered: 'border-hairline-strong text-ink',
  won: 'border-success text-success',
  closed: 'border-hairline text-muted',
};

interface StateChoiceProps {
  name: string;
  state: LeadState;
  onChoose: (state: LeadState) => void;
}

/** The status of a lead: two taps change it. */
const StateChoice = ({ name, state, onChoose }: StateChoiceProps) => (
  <span className="relative -mt-1.5 shrink-0">
    <select
      aria-label={`Status: ${name}`}
      value={state}
      onChange={({ target }) => {
        const chosen = leadStates.find((one) => one === target.value);
        if (chosen) onChoose(chosen);
      }}
      className={classNames(
        'min-h-9 cursor-pointer appearance-none rounded-sm border bg-surface py-1 pr-8 pl-3 text-sm font-semibold transition-colors hover:border-gold-soft pointer-coarse:min-h-11',
        stateLooks[state],
      )}
    >
      {leadStates.map((one) => (
        <option key={one} value={one} className="bg-raised text-ink">
          {stateLabels[one]}
        </option>
      ))}
    </select>
    <ChevronDown className="pointer-events-none absolute top-1/2 right-2.5 size-3.5 -translate-y-1/2" />
  </span>
);
