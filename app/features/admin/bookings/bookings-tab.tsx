import { parseResponse } from 'hono/client';
import { useSearchParams } from 'react-router';
import { useAdminApi } from '../admin-api.ts';
import { AdminList } from '../list/admin-list.tsx';
import { ChoiceLinks } from '../list/choice-links.tsx';
import { CsvLink } from '../list/csv-link.tsx';
import { useAdminList } from '../list/use-admin-list.ts';
import { BookingCalendar } from './booking-calendar.tsx';
import { BookingCard } from './booking-card.tsx';

/** Bookings: as a list by their date, or on a calendar. */
export function BookingsTab() {
  const [params] = useSearchParams();
  const isCalendar = params.get('view') === 'calendar';
  return (
    <>
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
  const api = useAdminApi();
  const list = useAdminList({
    table: 'bookings',
    what: 'bookings',
    readPage: (cursor, signal) =>
      parseResponse(api.bookings.$get({ query: { cursor } }, { init: { signal } })),
  });
  return (
    <AdminList list={list} label="Bookings" emptyText="No bookings found.">
      {(booking) => <BookingCard booking={booking} />}
    </AdminList>
  );
}
