import { useQuery } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { ChevronDown } from 'lucide-react';
import { useAdminApi } from '../admin-api.ts';
import { type CapturedMail, CapturedMailList } from './captured-mail-list.tsx';

/** Reads the mails that were kept because no mail server is set; `null` where one is. */
export function useCapturedMails() {
  const api = useAdminApi();
  return useQuery({
    // A mail that was sent has changed its delivery.
    queryKey: ['mail_deliveries', 'captured'],
    queryFn: ({ signal }) => parseResponse(api.captured_mails.$get({}, { init: { signal } })),
  });
}

/** Mails that were kept because no mail server is set, to be read here. */
export function CapturedMails({ mails }: { mails: CapturedMail[] }) {
  return (
    <details className="group/all rounded-sm border border-hairline bg-surface">
      <summary className="flex min-h-12 cursor-pointer items-center gap-3 px-5 py-3 hover:text-gold [&::-webkit-details-marker]:hidden">
        <ChevronDown
          aria-hidden
          className="size-4.5 shrink-0 text-gold transition-transform group-open/all:rotate-180"
          strokeWidth={1.75}
        />
        <span className="font-semibold">Captured mail</span>
        <span className="text-sm text-muted">{mails.length}</span>
      </summary>
      <div className="px-5 pb-5">
        <p className="mb-4 max-w-prose text-sm text-muted">
          No mail server is set (SMTP_URL), so mails are kept here instead of being sent.
        </p>
        {mails.length === 0 ? (
          <p className="text-muted">No mail has been captured yet.</p>
        ) : (
          <CapturedMailList mails={mails} />
        )}
      </div>
    </details>
  );
}
