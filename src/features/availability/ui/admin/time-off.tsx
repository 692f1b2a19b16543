import { CalendarOff, CalendarPlus, Pencil } from 'lucide-react';
import { useState } from 'react';
import { CardButton, RecordCard, RecordList, useRecords } from '#features/admin-ui/ui/index.ts';
import { describeSpan } from '#features/availability/rules/availability-exception.ts';
import { useSettings } from '#features/shell/ui/index.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ExtraHoursForm, SessionLinks, TimeOffForm, type TimeOffRow } from './time-forms.tsx';

/** Buttons to add time off and extra hours, starting with the selected day. */
export function TimeButtons({ day }: { day: string }) {
  const [open, setOpen] = useState<'off' | 'extra'>();
  const close = () => setOpen(undefined);
  return (
    <div className="flex flex-wrap gap-3 whitespace-nowrap max-sm:w-full max-sm:*:flex-1">
      <Button variant="secondary" className="px-3! sm:px-5!" onClick={() => setOpen('off')}>
        <CalendarOff className="size-4.5 shrink-0" />
        Add time off
      </Button>
      <Button variant="secondary" className="px-3! sm:px-5!" onClick={() => setOpen('extra')}>
        <CalendarPlus className="size-4.5 shrink-0" />
        Add extra hours
      </Button>
      <Dialog
        isOpen={open !== undefined}
        onClose={close}
        title={open === 'extra' ? 'Add extra hours' : 'Add time off'}
      >
        {open === 'off' && <TimeOffForm day={day} onDone={close} />}
        {open === 'extra' && <ExtraHoursForm day={day} onDone={close} />}
      </Dialog>
    </div>
  );
}

/** Current and future time off and extra hours. */
export function ExceptionsList() {
  const { timeZone } = useSettings();
  const [edited, setEdited] = useState<TimeOffRow>();
  const close = () => setEdited(undefined);
  const exceptions = useRecords('availability_exceptions', {
    noun: 'entry',
    plural: 'time off',
    deleted: 'Deleted. Your usual hours apply again.',
    question: (name) => `${name}: your usual hours apply again. Booked sessions stay.`,
  });
  return (
    <div>
      <h2 className="mb-4 text-heading">Time off and extra hours</h2>
      <RecordList
        records={exceptions}
        label="Time off and extra hours"
        emptyText="Nothing planned. Your usual hours apply. Tap a day above to add time off or extra hours."
      >
        {(row, onDelete) => {
          const when = describeSpan(row, timeZone);
          const what = row.kind === 'off' ? 'Time off' : 'Extra hours';
          const name = `${what}, ${when}`;
          return (
            <RecordCard
              title={what}
              name={name}
              aside={row.note}
              onDelete={onDelete}
              actions={
                row.kind === 'off' && (
                  <CardButton icon={Pencil} spoken={` ${name}`} onClick={() => setEdited(row)}>
                    Edit
                  </CardButton>
                )
              }
            >
              <p className="font-medium text-gold">{when}</p>
              {row.sessions.length > 0 && (
                <div className="border-t border-hairline pt-3 text-sm">
                  <p className="font-semibold">Still booked:</p>
                  <SessionLinks sessions={row.sessions} />
                </div>
              )}
            </RecordCard>
          );
        }}
      </RecordList>
      <Dialog isOpen={edited !== undefined} onClose={close} title="Edit time off">
        {edited && <TimeOffForm key={edited.id} record={edited} onDone={close} />}
      </Dialog>
    </div>
  );
}
