import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { Send } from 'lucide-react';
import { toast } from 'sonner';
import { Button } from '#app/ui/button.tsx';
import type { FailedMail } from '#domain/overview.ts';
import { messageOf, useAdminApi } from '../admin-api.ts';

/** Reads which mail could not be delivered. */
export function useFailedMails() {
  const api = useAdminApi();
  return useQuery({
    queryKey: ['mail_deliveries', 'failed'],
    queryFn: ({ signal }) => parseResponse(api.failed_mails.$get({}, { init: { signal } })),
  });
}

/** Mail that could not be delivered, to be sent again. */
export function FailedMails({ mails }: { mails: FailedMail[] }) {
  const api = useAdminApi();
  const queryClient = useQueryClient();
  const resend = useMutation({
    mutationFn: (key: string) =>
      parseResponse(api.failed_mails[':key'].resend.$post({ param: { key } })),
    onSuccess: () => toast.success('The mail is on its way again.'),
    onError: (error) => toast.error(`The mail could not be queued: ${messageOf(error)}`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['mail_deliveries'] }),
  });
  return (
    <section
      aria-label="Mail that could not be delivered"
      className="rounded-sm border border-danger bg-danger-wash px-5 py-4"
    >
      <h2 className="font-text font-semibold text-danger">Mail that could not be delivered</h2>
      <ul className="mt-2">
        {mails.map(({ key, subject, recipient, last_error, is_resendable }) => (
          <li
            key={key}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-danger/30 py-3 first:border-0"
          >
            <p className="min-w-0">
              <span className="font-medium">{subject || 'No subject'}</span>
              <span className="block text-sm text-muted">To {recipient}</span>
              {last_error && <span className="block text-sm text-muted">{last_error}</span>}
            </p>
            {is_resendable && (
              <Button
                variant="secondary"
                aria-disabled={resend.isPending}
                onClick={() => !resend.isPending && resend.mutate(key)}
              >
                <Send aria-hidden className="size-4" strokeWidth={1.75} />
                Resend<span className="sr-only"> {subject}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
