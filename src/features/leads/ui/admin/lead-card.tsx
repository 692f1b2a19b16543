import { ChevronDown, KeyRound, PencilLine } from 'lucide-react';
import { useState } from 'react';
import {
  AdminForm,
  Agreement,
  CardButton,
  CardPageLink,
  OriginNote,
  RecordCard,
  useAdminForm,
  useAdminSession,
  useMentorClock,
} from '#features/admin-ui/ui/index.ts';
import { describeAge } from '#features/backups/rules/index.ts';
import { type ListedOrder, OrderLine } from '#features/billing/ui/admin/index.ts';
import { readDraft, TextArea } from '#features/forms/ui/index.ts';
import {
  type LeadState,
  leadChange,
  leadStates,
  maxNoteLength,
} from '#features/leads/rules/lead-state.ts';
import { classNames } from '#ui/class-names.ts';
import { QuickReplies, ReplyLinks } from './quick-replies.tsx';
import { type Lead, stateLabels, useLeadChanges } from './use-lead-changes.ts';

interface LeadCardProps {
  lead: Lead;
  order: ListedOrder | undefined;
  isSelected: boolean;
  onSelect: () => void;
  onDelete: (name: string) => void;
}

/** A lead: who wrote, when and what, its status, and ways to reply. */
export function LeadCard({ lead, order, isSelected, onSelect, onDelete }: LeadCardProps) {
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
      status={<StateChoice name={name} state={state} onChoose={(next) => setState(lead, next)} />}
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
      // Next to the three ways to reply, a phone only has room for the icon.
      deleteLabel={<span className="@max-sm:sr-only">Delete</span>}
      onDelete={onDelete}
    >
      <p className="label-caps text-gold">{source}</p>
      {lead.course && (
        <p dir="auto" className="font-medium break-words">
          {lead.course}
        </p>
      )}
      <p className="flex flex-wrap gap-x-4 text-[0.9375rem]">
        <span className="min-w-0 break-words">{email}</span>
        {phone && <span>{phone}</span>}
      </p>
      {message && <Message text={message} />}
      {order && <OrderLine order={order} />}
      <Agreement record={lead} />
      <OriginNote row={lead} />
      <LeadNote lead={lead} />
      {lead.course_id && (
        <CardPageLink
          icon={KeyRound}
          spoken={`: ${name}`}
          to="/admin/people"
          preventScrollReset={false}
          state={{ text: email, give: lead.course_id }}
          className="-mx-2 -mb-2 justify-self-start"
        >
          Give access
        </CardPageLink>
      )}
    </RecordCard>
  );
}

const messageClass = 'break-words whitespace-pre-line';

/** The start of a message, which expands to the full text. */
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

/** The status of a lead. Changing it takes two taps. */
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

interface LeadNoteProps {
  lead: Lead;
}

const formId = ({ id }: Lead) => `lead-note-${id}`;

const focusInPlace = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true });

/** The mentor's note about a lead, edited in place. A draft that was not saved is shown again. */
export function LeadNote({ lead }: LeadNoteProps) {
  const [state, setState] = useState<'open' | 'closed' | undefined>(() =>
    readDraft(formId(lead)) ? 'open' : undefined,
  );
  if (state === 'open') return <NoteForm lead={lead} onLeave={() => setState('closed')} />;
  const { name, note } = lead;
  return (
    <div className="grid justify-items-start">
      {note && (
        <p className="max-h-60 w-full overflow-y-auto border-l-2 border-gold-soft bg-gold-wash px-4 py-2.5 text-[0.9375rem] whitespace-pre-line">
          {note}
        </p>
      )}
      <CardButton
        icon={PencilLine}
        spoken={` about ${name}`}
        // The form had the focus.
        ref={state === 'closed' ? focusInPlace : null}
        onClick={() => setState('open')}
        className="-mx-2 -mb-2"
      >
        <span>{note ? 'Edit note' : 'Add note'}</span>
      </CardButton>
    </div>
  );
}

const noteForm = leadChange.pick({ note: true });

function NoteForm({ lead, onLeave }: LeadNoteProps & { onLeave: () => void }) {
  const { api } = useAdminSession();
  const { id, name } = lead;
  const { fields, ...form } = useAdminForm<typeof noteForm, Lead>({
    id: formId(lead),
    table: 'leads',
    schema: noteForm,
    edited: { record: lead, compared: { note: 'Note' } },
    save: ({ note = null }, _, version = lead.version) =>
      api.leads[':id'].$patch({ param: { id }, json: { version, note } }),
    saved: 'Note saved',
    failed: 'Failed to save note',
    onSaved: onLeave,
    onLeft: onLeave,
  });
  return (
    <AdminForm {...form} action="Save note">
      <TextArea
        field={fields.note}
        label={`Your note about ${name}`}
        hint="Only you see this."
        maxLength={maxNoteLength}
        rows={3}
        className="min-h-24!"
      />
    </AdminForm>
  );
}
