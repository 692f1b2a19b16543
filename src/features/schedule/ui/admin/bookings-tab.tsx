import { Plus } from 'lucide-react';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ChoiceLinks, CsvLink, RecordList, useRecords } from '#features/admin-ui/ui/index.ts';
import { type BookingView, bookingViews } from '#features/booking/rules/index.ts';
import { buttonClass } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { controlClass } from '#ui/field.tsx';
import { BookingCalendar } from './booking-calendar.tsx';
import { BookingCard } from './booking-card.tsx';
import { BookingPanel } from './booking-panel.tsx';
import { useBookingPath } from './booking-words.tsx';

const emptyTexts: Record<BookingView, string> = {
  upcoming: 'No bookings found. Upcoming sessions appear here, the next one first.',
  past: 'No bookings found. Sessions appear here once they are over.',
  cancelled: 'No bookings found. Cancelled sessions appear here.',
};

/** The bookings: upcoming, past or cancelled ones as a list, or all of them in a calendar. */
export function BookingsTab() {
  const [params] = useSearchParams();
  const [search, setSearch] = useState('');
  const searchRef = useRef<HTMLInputElement>(null);
  // Includes what was typed before hydration.
  useEffect(() => setSearch(searchRef.current?.value ?? ''), []);
  const path = useBookingPath();
  const asked = params.get('view');
  const isCalendar = asked === 'calendar';
  const view = bookingViews.find((name) => name === asked) ?? 'upcoming';
  return (
    <>
      <h2 className="sr-only">Bookings</h2>
      <div className="mb-4 grid gap-3 lg:flex lg:items-center lg:justify-between">
        <ChoiceLinks
          label="Views"
          name="view"
          chosen={isCalendar ? 'calendar' : view === 'upcoming' ? undefined : view}
          choices={[
            { value: undefined, label: 'Upcoming' },
            { value: 'past', label: 'Past' },
            { value: 'cancelled', label: 'Cancelled' },
            { value: 'calendar', label: 'Calendar' },
          ]}
        />
        <div className="flex items-center gap-3">
          {!isCalendar && (
            <input
              type="search"
              aria-label="Search bookings"
              placeholder="Name, email or phone"
              ref={searchRef}
              defaultValue={search}
              onChange={({ target }) => setSearch(target.value)}
              className={classNames(controlClass, 'h-12 min-w-0 flex-1 max-sm:px-3')}
            />
          )}
          <Link
            to={path({ add: '' })}
            preventScrollReset
            className={buttonClass('primary', 'whitespace-nowrap max-sm:px-4!')}
          >
            <Plus className="size-4.5 shrink-0" />
            <span>
              Add<span className="max-sm:sr-only"> a booking</span>
            </span>
          </Link>
        </div>
      </div>
      {isCalendar ? <BookingCalendar /> : <BookingList view={view} search={search} />}
      <BookingPanel />
    </>
  );
}

function BookingList({ view, search }: { view: BookingView; search: string }) {
  const term = useDeferredValue(search.trim());
  const bookings = useRecords('bookings', {
    noun: 'booking',
    query: { show: view, ...(term && { search: term }) },
  });
  return (
    <>
      <RecordList
        records={bookings}
        emptyText={term ? `No bookings found for “${term}”.` : emptyTexts[view]}
      >
        {(booking, onDelete) => <BookingCard booking={booking} onDelete={onDelete} />}
      </RecordList>
      <div className="mt-6 flex justify-end">
        <CsvLink href="/api/bookings/export" what="bookings" />
      </div>
    </>
  );
}
