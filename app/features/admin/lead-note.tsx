import { PencilLine } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { TextAreaField } from '#app/ui/field.tsx';
import { type Question, QuestionDialog } from '#app/ui/question-dialog.tsx';
import { longestNote } from '#domain/lead-state.ts';
import { readDraft, readTexts, useDraft } from '../forms/draft.ts';
import { discarding } from './form-buttons.tsx';
import { cardActionClass } from './record-card.tsx';
import { type Lead, useLeadChanges } from './use-lead-changes.ts';

const draftId = ({ id }: Lead) => `lead-note-${id}`;

/** Returns what was typed about a lead and not saved, beside what the note said then. */
function readTyped(lead: Lead): { note: string; base: string } | undefined {
  const { note = '', base = '' } = readDraft(draftId(lead))?.values ?? {};
  return note === base || note === (lead.note ?? '') ? undefined : { note, base };
}

const focusAtEnd = (field: HTMLTextAreaElement | null) => {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
};

/** Where the form was opened the keyboard goes on. */
const focusInPlace = (opener: HTMLButtonElement | null) => opener?.focus({ preventScroll: true });

/** The mentor's own words about a lead, read or written in place. */
export function LeadNote({ lead }: { lead: Lead }) {
  // Words that were typed and not saved are shown again.
  const [form, setForm] = useState<'asked for' | 'kept' | 'closed' | undefined>(() =>
    readTyped(lead) ? 'kept' : undefined,
  );
  const { name, note } = lead;
  if (form === 'asked for' || form === 'kept') {
    return (
      <NoteForm lead={lead} isAskedFor={form === 'asked for'} onClose={() => setForm('closed')} />
    );
  }
  return (
    <div className="grid justify-items-start">
      {note && (
        <p className="max-h-60 w-full overflow-y-auto border-l-2 border-gold-soft bg-gold-wash px-4 py-2.5 text-[0.9375rem] whitespace-pre-line">
          {note}
        </p>
      )}
      <button
        ref={form === 'closed' ? focusInPlace : null}
        type="button"
        onClick={() => setForm('asked for')}
        className={`${cardActionClass} -mx-2 -mb-2`}
      >
        <PencilLine className="size-4" />
        <span>{note ? 'Edit note' : 'Add note'}</span>
        <span className="sr-only"> about {name}</span>
      </button>
    </div>
  );
}

interface NoteFormProps {
  lead: Lead;
  isAskedFor: boolean;
  onClose: () => void;
}

/**
 * Keeps what is typed until it is saved or given up, across reloads too. When the note is changed
 * on another device meanwhile, both are shown, and one is chosen.
 */
function NoteForm({ lead, isAskedFor, onClose }: NoteFormProps) {
  const id = draftId(lead);
  const formRef = useRef<HTMLFormElement>(null);
  const draft = useDraft(id, formRef);
  const { saveNote } = useLeadChanges();
  const saved = lead.note ?? '';
  const [typed] = useState(() => readTyped(lead));
  /** What the note said when its change began, or when the other one was seen. */
  const [base, setBase] = useState(typed?.base ?? saved);
  const [error, setError] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const [question, ask] = useState<Question>();
  // While it is saved, what was typed is shown as the note already.
  const isContested = !isSaving && saved !== base;

  function close(): void {
    draft.forget();
    onClose();
  }

  function leave(): void {
    const written = formRef.current && readTexts(formRef.current).note;
    if (written === saved) close();
    else ask({ ...discarding, onYes: close });
  }

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isSaving) return;
    const note = String(new FormData(event.currentTarget).get('note') ?? '');
    setIsSaving(true);
    setBase(saved);
    const wrong = await saveNote(lead, note);
    setIsSaving(false);
    setError(wrong);
    if (wrong === undefined) close();
  }

  return (
    <form ref={formRef} onSubmit={send} className="grid gap-3">
      {isContested && (
        <div role="alert" className="grid gap-2 rounded-sm border border-gold bg-gold-wash p-4">
          <p className="font-semibold">This note was changed on another device. It says:</p>
          <p className="max-h-60 overflow-y-auto whitespace-pre-line">{saved || '(nothing)'}</p>
          <Button variant="secondary" onClick={close} className="justify-self-start">
            Take this one
          </Button>
        </div>
      )}
      <TextAreaField
        id={id}
        name="note"
        label={`Your note about ${lead.name}`}
        hint="Only you see it."
        errors={error === undefined ? undefined : [error]}
        defaultValue={typed?.note ?? saved}
        maxLength={longestNote}
        rows={3}
        className="min-h-24!"
        ref={isAskedFor ? focusAtEnd : null}
      />
      {/* Kept with the draft: a reload still tells what was changed elsewhere since. */}
      <textarea name="base" value={base} readOnly hidden />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" aria-disabled={isSaving}>
          {isSaving ? 'Saving...' : isContested ? 'Keep mine' : 'Save note'}
        </Button>
        <Button variant="secondary" onClick={leave}>
          Cancel
        </Button>
      </div>
      <QuestionDialog question={question} onClose={() => ask(undefined)} />
    </form>
  );
}
