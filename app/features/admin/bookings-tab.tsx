import { useSearchParams } from 'react-router';
import { BookingCalendar } from './booking-calendar.tsx';
import { BookingCard } from './booking-card.tsx';
import { ChoiceLinks, CsvLink } from './record-card.tsx';
import { RecordList } from './record-list.tsx';
import { useRecords } from './use-records.ts';

/** Bookings: as a list by their date, or on a calendar. */
export function BookingsTab() {
  const [params] = useSearchParams();
  const isCalendar = params.get('view') === 'calendar';
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
        <CsvLink href="/api/bookings/export" what="bookings" />
      </div>
      {isCalendar ? <BookingCalendar /> : <BookingList />}
    </>
  );
}

function BookingList() {
  const bookings = useRecords('bookings', { noun: 'booking' });
  return (
    <RecordList records={bookings}>
      {(booking, onDelete) => <BookingCard booking={booking} onDelete={onDelete} />}
    </RecordList>
  );
}
