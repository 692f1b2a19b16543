import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface Question {
  title: string;
  /** What will be, for whoever says yes. */
  text: ReactNode;
  action: string;
  /** Whether something goes that does not come back by itself. */
  isDanger?: boolean;
  onYes: () => void;
}

interface QuestionDialogProps {
  /** Nothing while nothing is asked. */
  question: Question | undefined;
  onClose: () => void;
}

/** Asks before something is done that cannot simply be done again the other way round. */
export function QuestionDialog({ question, onClose }: QuestionDialogProps) {
  // While it fades out it says what it said.
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
            // At once: what lies behind can then take the focus.
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
