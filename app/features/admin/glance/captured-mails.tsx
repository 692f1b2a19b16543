import { useQuery } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { ChevronDown } from 'lucide-react';
import { useAdminApi } from '../admin-api.ts';
import { CapturedMailList } from './captured-mail-list.tsx';

/** Mails that were kept because no mail server is set. Nothing where one is. */
export function CapturedMails() {
  const api = useAdminApi();
  const { data: mails } = useQuery({
    // A mail that was sent has changed its delivery.
    queryKey: ['mail_deliveries', 'captured'],
    queryFn: ({ signal }) => parseResponse(api.captured_mails.$get({}, { init: { signal } })),
  });
  if (!mails) return null;
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
