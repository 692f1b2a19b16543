import { PencilLine } from 'lucide-react';
import { useState } from 'react';
import { leadChange, longestNote } from '#domain/lead-state.ts';
import { useAdminSession } from '../auth/session-guard.tsx';
import { readDraft } from '../forms/draft.ts';
import { TextArea } from '../forms/form-fields.tsx';
import { AdminForm, useAdminForm } from './admin-form.tsx';
import { CardButton } from './record-card.tsx';
import type { Lead } from './use-lead-changes.ts';

interface LeadNoteProps {
  lead: Lead;
}

const formId = ({ id }: Lead) => `lead-note-${id}`;

const focusInPlace = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true });

/** The mentor's note about a lead, edited in place. A note that was typed and not saved is shown again. */
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
    ...{ id: formId(lead), table: 'leads', schema: noteForm },
    edited: {
      record: lead,
      toTexts: ({ note }) => ({ note: note ?? '' }),
      compared: { note: 'Note' },
    },
    save: ({ note = null }, _, version = lead.version) =>
      api.leads[':id'].$patch({ param: { id }, json: { version, note } }),
    ...{ saved: 'Note saved', failed: 'Failed to save note' },
    ...{ onSaved: onLeave, onLeft: onLeave },
  });
  return (
    <AdminForm {...form} action="Save note">
      <TextArea
        field={fields.note}
        label={`Your note about ${name}`}
        hint="Only you see it."
        maxLength={longestNote}
        rows={3}
        className="min-h-24!"
      />
    </AdminForm>
  );
}
