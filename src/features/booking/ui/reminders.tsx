import { Form } from 'react-router';
import { describeReminderTimes } from '#features/booking/rules/reminder-text.ts';
import { FormErrors } from '#features/forms/ui/index.ts';
import type { ManagedBooking } from '#server/page-context.ts';
import { Button } from '#ui/button.tsx';

type RemindersProps = NonNullable<ManagedBooking['reminders']> & {
  errorsOf: (intent: string) => string[] | undefined;
};

/** Says whether the client gets reminders, and turns them off or on again. */
export function Reminders({ isRefused, minutesBefore, errorsOf }: RemindersProps) {
  const intent = isRefused ? 'allow-reminders' : 'refuse-reminders';
  return (
    <section
      id="reminders"
      aria-labelledby="reminders-title"
      className="grid scroll-mt-(--header-height) gap-4"
    >
      <h2 id="reminders-title" className="text-heading">
        Reminders
      </h2>
      <FormErrors id="reminders-error" errors={errorsOf(intent)} />
      <p aria-live="polite" className="text-muted">
        {describeWhatComes(isRefused, minutesBefore)}
      </p>
      {(isRefused || minutesBefore.length > 0) && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value={intent} />
          {/* Never disabled: a second press changes nothing, and the button keeps the focus. */}
          <Button type="submit" variant="secondary">
            {isRefused ? 'Remind me again' : 'No more reminders for this session'}
          </Button>
        </Form>
      )}
    </section>
  );
}

function describeWhatComes(isRefused: boolean, minutesBefore: number[]): string {
  if (isRefused) return 'We won’t send reminders for this session.';
  if (minutesBefore.length === 0) return 'You won’t get any more reminders for this session.';
  return `We’ll remind you by email ${describeReminderTimes(minutesBefore)} before.`;
}
