import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { ChevronDown, Copy, RefreshCw } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { type Question, QuestionDialog } from '#app/ui/question-dialog.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast.ts';
import { messageOf } from '../auth/query-client.ts';
import { useAdminSession } from '../auth/session-guard.tsx';
import { BusyCalendars } from './busy-calendars.tsx';
import { FailedNotice } from './record-list.tsx';

/** Both ways between the bookings and the mentor's own calendars. */
export const OwnCalendars = () => (
  <div className="grid gap-8">
    <div className="grid gap-4">
      <h2 className="text-heading">See bookings in your own calendar</h2>
      <PrivateAddress />
    </div>
    <div className="grid gap-4">
      <h2 className="text-heading">Keep private appointments free</h2>
      <BusyCalendars />
    </div>
  </div>
);

/** The private address of the bookings, with what is done with it. */
function PrivateAddress() {
  const { api } = useAdminSession();
  const address = useQuery({
    queryKey: ['calendar_address'],
    queryFn: ({ signal }) => parseResponse(api.calendar_address.$get({}, { init: { signal } })),
  });
  return (
    <div className="grid gap-5 rounded-sm border border-hairline bg-surface p-5 sm:p-6">
      <p className="max-w-prose text-muted">
        Your bookings show up in the calendar of your phone or computer and stay up to date. Add
        this address there once. It is a key: whoever has it sees your bookings, so give it to
        nobody.
      </p>
      {address.isError && (
        <FailedNotice
          text="Your private address could not be loaded."
          isReading={address.isFetching}
          retry={() => void address.refetch()}
        />
      )}
      {address.isPending && <Skeleton className="h-20" />}
      {address.data && <AddressActions url={address.data.url} />}
      <div className="border-t border-hairline">
        <HowTo name="Google Calendar">
          <li>Open calendar.google.com on a computer.</li>
          <li>Beside “Other calendars” press the plus sign and choose “From URL”.</li>
          <li>Paste the address and press “Add calendar”. It then shows on your phone too.</li>
        </HowTo>
        <HowTo name="Apple Calendar">
          <li>
            On an iPhone or iPad: open Calendar, tap “Calendars” below, then “Add Calendar” and “Add
            Subscription Calendar”.
          </li>
          <li>On a Mac: open Calendar and choose “New Calendar Subscription” in the File menu.</li>
          <li>Paste the address and confirm.</li>
        </HowTo>
        <HowTo name="Outlook">
          <li>Open Outlook on the web or the new Outlook, and its calendar.</li>
          <li>Press “Add calendar” and choose “Subscribe from web”.</li>
          <li>Paste the address, give it a name, and press “Import”.</li>
        </HowTo>
      </div>
      <p className="text-sm text-muted">
        Apple asks for news every few minutes to hours, Google and Outlook a few times a day.
      </p>
    </div>
  );
}

const HowTo = ({ name, children }: { name: string; children: ReactNode }) => (
  <details className="group border-b border-hairline">
    <summary className="flex min-h-12 cursor-pointer items-center gap-3 hover:text-gold [&::-webkit-details-marker]:hidden">
      <ChevronDown className="size-4.5 shrink-0 text-gold transition-transform group-open:rotate-180" />
      <span className="font-semibold">In {name}</span>
    </summary>
    <ol className="grid max-w-prose list-decimal gap-1.5 pb-5 pl-12 text-muted">{children}</ol>
  </details>
);

function AddressActions({ url }: { url: string }) {
  const { api } = useAdminSession();
  const queryClient = useQueryClient();
  const inputRef = useRef<HTMLInputElement>(null);
  const [question, ask] = useState<Question>();
  const renewal = useMutation({
    mutationFn: () => parseResponse(api.calendar_address.renew.$post()),
    onSuccess: (renewed) => {
      queryClient.setQueryData(['calendar_address'], renewed);
      toast.success('Address renewed', {
        description: 'Add the new one to your calendar. The former does not work any more.',
      });
    },
    onError: (error) => toast.error(`Failed to renew the address: ${messageOf(error)}`),
  });

  const renewing: Question = {
    title: 'Renew the address?',
    text: 'The present one stops working at once, in every calendar that has it. You then add the new one there.',
    action: 'Renew',
    isDanger: true,
    onYes: () => renewal.mutate(),
  };

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(url);
      toast.success('Address copied');
    } catch {
      // The browser does not allow it: what is selected is copied by hand.
      inputRef.current?.select();
      toast.error('The address could not be copied. It is selected: copy it by hand.');
    }
  }

  return (
    <>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end">
        <TextField
          ref={inputRef}
          id="calendar-address"
          label="Private address"
          readOnly
          value={url}
          onFocus={(event) => event.target.select()}
          className="font-mono text-sm text-ellipsis"
        />
        <div className="flex flex-wrap gap-3 whitespace-nowrap max-sm:*:flex-1">
          <Button onClick={() => void copy()} className="px-5">
            <Copy className="size-4.5 shrink-0" />
            Copy address
          </Button>
          <Button variant="secondary" onClick={() => ask(renewing)} className="px-5">
            <RefreshCw className="size-4.5 shrink-0" />
            Renew address
          </Button>
        </div>
      </div>
      <QuestionDialog question={question} onClose={() => ask(undefined)} />
    </>
  );
}
