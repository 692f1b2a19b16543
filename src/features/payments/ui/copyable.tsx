import { Copy } from 'lucide-react';

interface CopyableProps {
  text: string;
  /** What it is, such as `Account number`. */
  name: string;
}

/** Copies a text (document/pay.ts). Hidden where there are no scripts. */
export const Copyable = ({ text, name }: CopyableProps) => (
  <button
    type="button"
    hidden
    data-copy={text}
    data-name={name}
    className="inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-sm px-2 text-sm font-semibold text-gold underline-offset-4 hover:underline [[hidden]]:hidden"
  >
    <Copy className="size-4" />
    <span data-label="">Copy</span>
    <span className="sr-only"> {name}</span>
  </button>
);
