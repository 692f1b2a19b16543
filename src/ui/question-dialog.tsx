import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface Question {
  title: string;
  /** What happens after confirming. */
  text: ReactNode;
  action: string;
  /** Whether confirming deletes something. */
  isDanger?: boolean;
  onYes: () => void;
}

interface QuestionDialogProps {
  /** Undefined while nothing is asked. */
  question: Question | undefined;
  onClose: () => void;
}

/** Asks for confirmation before something that cannot easily be undone. */
export function QuestionDialog({ question, onClose }: QuestionDialogProps) {
  // Keeps the text while the dialog fades out.
  const [asked, setAsked] = useState(question);
  if (question && question !== asked) setAsked(question);
  const { title = '', text, action, isDanger, onYes } = question ?? asked ?? {};
  return (
    <Dialog isOpen={question !== undefined} onClose={onClose} title={title}>
      <p className="mt-3 text-muted">{text}</p>
      <div className="mt-7 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant={isDanger ? 'danger' : 'primary'}
          onClick={() => {
            // Closes the dialog first, so that the page behind it can take the focus.
            flushSync(onClose);
            onYes?.();
          }}
        >
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
