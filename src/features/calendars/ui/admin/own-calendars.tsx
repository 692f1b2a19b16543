import { useQueryClient } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { CalendarPlus, Copy, RefreshCw } from 'lucide-react';
import { useRef, useState } from 'react';
import { Loaded, useChange, useRead } from '#features/admin-ui/ui/index.ts';
import { subscribeLinks } from '#features/calendars/rules/calendar-links.ts';
import { useSettings } from '#features/shell/ui/index.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { ExternalLink } from '#ui/link.tsx';
import { type Question, QuestionDialog } from '#ui/question-dialog.tsx';
import { toast } from '#ui/toast.ts';
import { BusyCalendars } from './busy-calendars.tsx';

/** Shows bookings in the mentor's own calendar, and connects the mentor's calendars to the site. */
export const OwnCalendars = () => (
  <>
    <section aria-labelledby="calendar-feed" className="grid gap-4">
      <h2 id="calendar-feed" className="text-heading">
        See bookings in your own calendar
      </h2>
      <CalendarFeed />
    </section>
    <section aria-labelledby="busy-calendars" className="grid gap-4">
      <h2 id="busy-calendars" className="text-heading">
        Block times when you’re busy
      </h2>
      <BusyCalendars />
    </section>
  </>
);

/** The private link to the bookings, which can be copied and replaced. */
function CalendarFeed() {
  const { name } = useSettings();
  const queryClient = useQueryClient();
  const inputRef = useRef<HTMLInputElement>(null);
  const [question, ask] = useState<Question>();
  const queryKey = ['calendar_address'];
  const address = useRead(queryKey, (api, init) => api.calendar_address.$get({}, init));
  const renewal = useChange({
    keys: [],
    send: (api) => parseResponse(api.calendar_address.renew.$post()),
    saved: (renewed) => {
      queryClient.setQueryData(queryKey, renewed);
      toast.success('Link replaced', {
        description: 'Add the new one to your calendars. The old one no longer works.',
      });
    },
    failed: 'Failed to replace the link',
  });

  const renewing: Question = {
    title: 'Replace the link?',
    text: 'The current link stops working right away. You’ll need to add the new one to your calendars.',
    action: 'Replace',
    isDanger: true,
    onYes: () => renewal.mutate(),
  };

  async function copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      toast.success('Link copied');
    } catch {
      // If the browser refuses, the selected text can be copied manually.
      inputRef.current?.select();
      toast.error('Could not copy. The link is selected, so you can copy it yourself.');
    }
  }

  return (
    <div className="grid gap-5 rounded-sm border border-hairline bg-surface p-5 sm:p-6">
      <p className="max-w-prose text-muted">
        Your bookings show up in your calendar and stay up to date. Tap yours once to add them.
      </p>
      <Loaded query={address} failed="Your private link could not be loaded." skeleton="h-40">
        {({ url }) => (
          <>
            <div className="grid grid-cols-3 gap-2 sm:gap-3">
              {subscribeLinks(url, `${name}: bookings`).map(({ label, href }) => (
                <ExternalLink
                  key={label}
                  href={href}
                  className={buttonClass('secondary', 'px-2! whitespace-nowrap')}
                >
                  <CalendarPlus className="size-4.5 shrink-0 max-sm:hidden" />
                  {label}
                </ExternalLink>
              ))}
            </div>
            <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end">
              <TextField
                ref={inputRef}
                id="calendar-address"
                label="Private link"
                readOnly
                value={url}
                onFocus={(event) => event.target.select()}
                className="font-mono text-sm text-ellipsis"
              />
              <div className="grid grid-cols-2 gap-3 whitespace-nowrap">
                <Button onClick={() => void copy(url)} className="px-3!">
                  <Copy className="size-4.5 shrink-0" />
                  Copy link
                </Button>
                <Button variant="secondary" onClick={() => ask(renewing)} className="px-3!">
                  <RefreshCw className="size-4.5 shrink-0" />
                  Replace link
                </Button>
              </div>
            </div>
          </>
        )}
      </Loaded>
      <p className="max-w-prose text-sm text-muted">
        Apple updates within the hour; Google and Outlook a few times a day. Using another calendar?
        Copy the link and add it there as a subscription. Keep it private: anyone with this link can
        see your bookings.
      </p>
      <QuestionDialog question={question} onClose={() => ask(undefined)} />
    </div>
  );
}
