import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { type Question, QuestionDialog } from '#app/ui/question-dialog.tsx';
import type { SentFormProps } from '../forms/use-schema-form.ts';

interface FormButtonsProps
  extends Pick<SentFormProps<Record<string, unknown>>, 'isSending' | 'action' | 'busyAction'> {
  isUnsaved: boolean;
  /** Discards what is not saved. */
  discard: () => void;
  variant?: 'primary' | 'danger';
  /** Whether the form can be sent: not while there is a conflict to decide. */
  isSendable: boolean;
  /** The label of the button that leaves an untouched form; absent where there is nowhere to go. */
  leaving?: string | undefined;
}

/** What is asked before typed text is discarded. */
export const discarding = {
  title: 'Discard your changes?',
  text: 'Your changes will be lost.',
  action: 'Discard',
  isDanger: true,
};

/** The buttons that send a form and leave it. Typed text is discarded only after a question. */
export function FormButtons({
  isSending,
  action,
  busyAction,
  variant = 'primary',
  isSendable,
  isUnsaved,
  discard,
  leaving,
}: FormButtonsProps) {
  const [question, ask] = useState<Question>();
  return (
    <div className="flex flex-wrap items-center gap-3">
      {/* Not `disabled`, which would take the focus away: the keyboard goes on here. */}
      {isSendable && (
        <Button
          type="submit"
          variant={variant}
          aria-disabled={isSending}
          className="aria-disabled:opacity-60 aria-disabled:hover:brightness-100 max-sm:w-full"
        >
          {isSending ? busyAction : action}
        </Button>
      )}
      {(leaving || isUnsaved) && (
        <Button
          variant="secondary"
          onClick={isUnsaved ? () => ask({ ...discarding, onYes: discard }) : discard}
          className="max-sm:w-full"
        >
          {isUnsaved ? (leaving ? 'Discard changes' : 'Discard') : leaving}
        </Button>
      )}
      <QuestionDialog question={question} onClose={() => ask(undefined)} />
    </div>
  );
}
