import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';

export interface Question {
  title: string;
  /** What will be, for whoever says yes. */
  text: string;
  action: string;
  onYes: () => void;
}

interface QuestionDialogProps {
  question: Question | undefined;
  onClose: () => void;
}

/** Asks before something takes the place of what is there. */
export const QuestionDialog = ({ question, onClose }: QuestionDialogProps) => (
  <Dialog isOpen={question !== undefined} onClose={onClose} title={question?.title ?? ''}>
    <p className="mt-3 text-muted">{question?.text}</p>
    <div className="mt-7 flex flex-wrap justify-end gap-3">
      <Button variant="secondary" onClick={onClose}>
        Cancel
      </Button>
      <Button
        onClick={() => {
          onClose();
          question?.onYes();
        }}
      >
        {question?.action}
      </Button>
    </div>
  </Dialog>
);
