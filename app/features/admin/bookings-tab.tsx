import { Plus } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { buttonClass } from '#app/ui/button.tsx';
import { BookingCalendar } from './booking-calendar.tsx';
import { BookingCard } from './booking-card.tsx';
import { BookingPanel } from './booking-panel.tsx';
import { useBookingPath } from './booking-paths.ts';
import { ChoiceLinks, CsvLink } from './record-card.tsx';
import { RecordList } from './record-list.tsx';
import { useRecords } from './use-records.ts';

/** Bookings: as a list by their date, or on a calendar. */
export function BookingsTab() {
  const [params] = useSearchParams();
  const isCalendar = params.get('view') === 'calendar';
  const path = useBookingPath();
  return (
    <>
      <h2 className="sr-only">Bookings</h2>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <ChoiceLinks
          label="Views"
          name="view"
          chosen={isCalendar ? 'calendar' : undefined}
          choices={[
            { value: undefined, label: 'List' },
            { value: 'calendar', label: 'Calendar' },
          ]}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-sm:w-full max-sm:flex-row-reverse">
          <CsvLink href="/api/bookings/export" what="bookings" />
          <Link to={path({ add: '' })} preventScrollReset className={buttonClass()}>
            <Plus className="size-4.5" />
            Add a booking
          </Link>
        </div>
      </div>
      {isCalendar ? <BookingCalendar /> : <BookingList />}
      <BookingPanel />
    </>
  );
}

function BookingList() {
  const bookings = useRecords('bookings', { noun: 'booking' });
  return (
    <>
      <p className="mb-4 text-sm text-muted">
        Time off, extra hours and your own calendars are under “Calendar”.
      </p>
      <RecordList records={bookings}>
        {(booking, onDelete) => <BookingCard booking={booking} onDelete={onDelete} />}
      </RecordList>
    </>
  );
}
