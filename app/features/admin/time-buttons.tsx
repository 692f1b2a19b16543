import { CalendarOff, CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ExtraHoursForm, TimeOffForm } from './time-forms.tsx';

/** Takes time off and opens extra hours, with a day filled in. */
export function TimeButtons({ day }: { day: string }) {
  const [open, setOpen] = useState<'off' | 'extra'>();
  const close = () => setOpen(undefined);
  return (
    <div className="flex flex-wrap gap-3 whitespace-nowrap max-sm:w-full max-sm:*:flex-1">
      <Button variant="secondary" className="px-5" onClick={() => setOpen('off')}>
        <CalendarOff className="size-4.5 shrink-0" />
        Take time off
      </Button>
      <Button variant="secondary" className="px-5" onClick={() => setOpen('extra')}>
        <CalendarPlus className="size-4.5 shrink-0" />
        Open extra hours
      </Button>
      <Dialog
        isOpen={open !== undefined}
        onClose={close}
        title={open === 'extra' ? 'Open extra hours' : 'Take time off'}
      >
        {open === 'off' && <TimeOffForm day={day} onDone={close} />}
        {open === 'extra' && <ExtraHoursForm day={day} onDone={close} />}
      </Dialog>
    </div>
  );
}
