import { ChevronDown } from 'lucide-react';

export interface CapturedMail {
  name: string;
  subject: string;
  to: string;
  text: string;
  /** As it is shown. */
  capturedAt: string;
}

/** Mails that were kept instead of being sent; each opens in place, as text. */
export function CapturedMailList({ mails }: { mails: CapturedMail[] }) {
  return (
    <ul className="border-t border-hairline">
      {mails.map((mail) => (
        <li key={mail.name} className="border-b border-hairline">
          <CapturedMailEntry {...mail} />
        </li>
      ))}
    </ul>
  );
}

function CapturedMailEntry({ subject, to, text, capturedAt }: CapturedMail) {
  return (
    <details className="group">
      <summary className="flex cursor-pointer items-start gap-4 py-4 transition-colors hover:text-gold [&::-webkit-details-marker]:hidden">
        <ChevronDown
          aria-hidden
          className="mt-1 size-4.5 shrink-0 text-gold transition-transform group-open:rotate-180"
          strokeWidth={1.75}
        />
        <span className="grid min-w-0 flex-1 gap-x-8 gap-y-0.5 sm:grid-cols-[minmax(0,1fr)_auto]">
          <span className="min-w-0 font-semibold">{subject || 'No subject'}</span>
          <span className="text-sm text-muted sm:text-right">{capturedAt}</span>
          <span className="min-w-0 text-sm text-muted">To {to}</span>
        </span>
      </summary>
      <p className="mb-6 ml-8.5 max-w-prose border-l border-hairline-strong pl-5 whitespace-pre-line text-muted">
        {text || 'This mail has no text.'}
      </p>
    </details>
  );
}
