import { CalendarCheck, Check, Layers, type LucideIcon, PhoneCall } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { graceMinutes } from '#features/availability/rules/index.ts';
import { describeReminders } from '#features/booking/rules/reminder-text.ts';
import { describeExtent } from '#features/booking/rules/session-contents.ts';
import { writeText } from '#features/forms/ui/index.ts';
import type { MentorshipOption } from '#features/settings/rules/index.ts';
import { bookingHref } from '#rules/free-call.ts';
import { Link, textLink } from '#ui/link.tsx';
import { BookingForm, type BookingFormProps } from './booking-form.tsx';
import { type Booked, Confirmation } from './confirmation.tsx';

interface BookingSectionProps
  extends Pick<
      BookingFormProps,
      | 'options'
      | 'sessionType'
      | 'notice'
      | 'takesPayments'
      | 'takesCodes'
      | 'parts'
      | 'priceNote'
      | 'day'
      | 'lastResult'
    >,
    Omit<AssurancesProps, 'isAnyHeld'> {
  /** The prices of the options in other currencies, by title. */
  abroad: Record<string, string | null>;
}

/** The booking form, its result, and the offers to choose from. */
export function BookingSection({
  cutOffHours,
  reminderMinutes,
  sendsMail,
  abroad,
  ...props
}: BookingSectionProps) {
  const [booked, setBooked] = useState<Booked>();
  const sessionTypeRef = useRef<HTMLFieldSetElement>(null);

  function bookAnother() {
    flushSync(() => setBooked(undefined));
    sessionTypeRef.current?.querySelector('input')?.focus();
  }

  function pick(title: string) {
    flushSync(() => setBooked(undefined));
    const types = sessionTypeRef.current;
    if (!types?.form) return;
    writeText(types.form, 'session_type', title);
    types.querySelector<HTMLElement>('input:checked')?.focus({ preventScroll: true });
    document.getElementById('book')?.scrollIntoView();
  }

  return (
    <>
      <section
        id="book"
        aria-labelledby="book-heading"
        className="container-site grid gap-x-[clamp(2.5rem,7vw,7rem)] gap-y-12 pb-(--section) lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]"
      >
        <div>
          <h2 id="book-heading" className="mb-8 text-heading">
            Book Your Mentorship Session
          </h2>
          {booked ? (
            <Confirmation
              booked={booked}
              cutOffHours={cutOffHours}
              reminderMinutes={reminderMinutes}
              onBookAnother={bookAnother}
            />
          ) : (
            <BookingForm {...props} sessionTypeRef={sessionTypeRef} onBooked={setBooked} />
          )}
        </div>
        <Assurances
          cutOffHours={cutOffHours}
          reminderMinutes={reminderMinutes}
          sendsMail={sendsMail}
          isAnyHeld={props.takesPayments && props.options.some((one) => one.payment === 'confirm')}
        />
      </section>
      <section aria-labelledby="options" className="container-site pb-(--section)">
        <h2 id="options" className="text-heading">
          Mentorship Options
        </h2>
        <ul className="mt-8 grid gap-6 lg:grid-cols-3">
          {props.options.map((option) => (
            <OfferCard
              key={option.title}
              option={option}
              abroad={abroad[option.title]}
              parts={props.parts[option.title]}
              onPick={pick}
            />
          ))}
        </ul>
      </section>
    </>
  );
}

const icons: Record<MentorshipOption['icon'], LucideIcon> = {
  call: PhoneCall,
  session: CalendarCheck,
  package: Layers,
};

/** An offer. Choosing it selects it in the form. */
function OfferCard({
  option,
  abroad,
  parts,
  onPick,
}: {
  option: MentorshipOption;
  abroad: string | null | undefined;
  parts: string | null | undefined;
  onPick: (title: string) => void;
}) {
  const Icon = icons[option.icon];
  const extent = describeExtent(option);
  return (
    <li className="lined-up-card rounded-sm border border-hairline bg-surface p-8 [--parts:5] only:col-span-full xl:p-10">
      <Icon className="size-8 text-gold" strokeWidth={1.25} />
      <h3 className="mt-6 text-heading">{option.title}</h3>
      {/* One row of the card, so that the rows of all cards line up. */}
      <div className="mt-3">
        <p className="flex items-baseline gap-3">
          <span translate="no" className="font-display text-4xl tracking-tight">
            {option.price}
          </span>
          {extent && <span className="text-sm text-muted">{extent}</span>}
        </p>
        {(abroad || parts) && (
          <p translate="no" className="mt-1 grid text-sm text-muted">
            {parts && <span>{parts}</span>}
            {abroad && <span>{abroad}</span>}
          </p>
        )}
      </div>
      <div className="mt-4 mb-6 text-muted">
        <p>{option.description}</p>
        <Contents title="What you do together" items={option.outline} />
        <Contents title="What you get" items={option.deliverables} />
      </div>
      {/* Also works without scripts: the page reads the choice from the URL. */}
      <Link
        to={bookingHref(option.title)}
        data-changes-form=""
        onClick={(event) => {
          event.preventDefault();
          onPick(option.title);
        }}
        aria-label={`Choose ${option.title}`}
        className={`mt-auto justify-self-start self-start ${textLink}`}
      >
        Choose
      </Link>
    </li>
  );
}

/** One part of what a session type contains; nothing if the mentor has not said. */
function Contents({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <>
      <h4 className="mt-5 font-semibold text-ink">{title}</h4>
      <ul className="mt-2 grid gap-2">
        {items.map((one) => (
          <li key={one} className="flex gap-3">
            <Check className="mt-1 size-4 shrink-0 text-gold" strokeWidth={2} />
            {one}
          </li>
        ))}
      </ul>
    </>
  );
}

interface AssurancesProps {
  /** Until how many hours before its start a session can be changed. */
  cutOffHours: number;
  reminderMinutes: readonly number[];
  sendsMail: boolean;
  /** Whether a session type is held until it is paid. */
  isAnyHeld: boolean;
}

const toAssurances = ({ cutOffHours, reminderMinutes, sendsMail, isAnyHeld }: AssurancesProps) => [
  {
    title: 'In your own time zone',
    needsScripts: true,
    text: 'You see available times in your own time zone, with your mentor’s time next to it.',
  },
  {
    title: 'In your calendar',
    text: sendsMail
      ? `${isAnyHeld ? 'Once your session is confirmed, we email you an invitation' : 'We email you a confirmation with an invitation'}${describeReminders(reminderMinutes)}.`
      : `Once ${isAnyHeld ? 'your session is confirmed' : 'you have booked'}, add the session to your calendar.`,
  },
  {
    title: 'Easy to change',
    text: `The confirmation has a private link to move or cancel, ${cutOffHours > 0 ? `up to ${cutOffHours} hours before, and for ${graceMinutes} minutes after you book` : 'until it starts'}.`,
  },
];

const Assurances = (props: AssurancesProps) => (
  <aside
    aria-label="How booking works"
    className="lg:-ml-10 lg:border-l lg:border-hairline lg:pl-10"
  >
    <dl className="grid gap-8 sm:grid-cols-3 lg:grid-cols-1">
      {toAssurances(props).map(({ title, text, needsScripts }) => (
        <div key={title} className={needsScripts ? 'plain:hidden' : undefined}>
          <dt className="font-display text-xl">{title}</dt>
          <dd className="mt-2 text-muted">{text}</dd>
        </div>
      ))}
    </dl>
    <p className="mt-8 text-muted">
      Can’t find a time?{' '}
      <Link to="/contact" className={textLink}>
        Ask for another
      </Link>
    </p>
  </aside>
);
