import { Copy } from 'lucide-react';
import { Button } from './button.tsx';
import { toast } from './toast.ts';

interface CopyButtonProps {
  text: string;
  /** The name of the text in the notification, such as `Address`. */
  what: string;
}

/** Copies a text to the clipboard, with a notification. */
export const copyText = ({ text, what }: CopyButtonProps): Promise<unknown> =>
  navigator.clipboard.writeText(text).then(
    () => toast.success(`${what} copied`),
    () => toast.error('Your browser does not allow copying. Select the text and copy it.'),
  );

/** Copies a text to the clipboard. */
export const CopyButton = (props: CopyButtonProps) => (
  <Button variant="secondary" onClick={() => copyText(props)}>
    <Copy className="size-4" />
    Copy
  </Button>
);
