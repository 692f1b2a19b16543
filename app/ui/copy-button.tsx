import { Copy } from 'lucide-react';
import { Button } from './button.tsx';
import { toast } from './toast.ts';

interface CopyButtonProps {
  text: string;
  /** What is copied, for the notification: `Address`. */
  what: string;
}

/** Copies a text, and says so. */
export const CopyButton = ({ text, what }: CopyButtonProps) => (
  <Button
    variant="secondary"
    onClick={() =>
      navigator.clipboard.writeText(text).then(
        () => toast.success(`${what} copied`),
        () => toast.error('Your browser does not allow copying. Select the text and copy it.'),
      )
    }
  >
    <Copy className="size-4" />
    Copy
  </Button>
);
