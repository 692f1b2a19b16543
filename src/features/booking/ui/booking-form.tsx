import type { SubmissionResult } from '@conform-to/react';
import { Check } from 'lucide-react';
import { type ReactNode, type RefObject, useState } from 'react';
import type { DayTimes } from '#features/availability/rules/index.ts';
import { findRequestedSession, SlotPicker } from '#features/availability/ui/index.ts';
import {
  type BookingForm as BookingValues,
  bookingForm,
  slotTaken,
  toBookingNotice,
  toBookingRecord,
  tradingKnowledgeLevels,
} from '#features/booking/rules/booking.ts';
import { describeExtent } from '#features/booking/rules/session-contents.ts';
import {
  FormNotice,
  NameAndEmail,
  Radios,
  Select,
  TextArea,
  TextInput,
  toPayAction,
  useVisitorForm,
  VisitorForm,
} from '#features/forms/ui/index.ts';
import type { MentorshipOption } from '#features/settings/rules/index.ts';
import { CodeField } from '#features/vouchers/ui/index.ts';
import type { FormNoticeFacts } from '#rules/form-notice.ts';
import { meetingTypes, phoneMeetingType } from '#rules/meeting-types.ts';
import { readPayPath } from '#rules/pay-link.ts';
import { z } from '#rules/zod.ts';
import { Contained } from '#ui/contained.tsx';
import { textLink } from '#ui/link.tsx';
import type { Booked } from './confirmation.tsx';

export interface BookingFormProps {
  /** The session types to choose from. */
  options: readonly MentorshipOption[];
  /** The title of the session type that was chosen before the form opened. */
  sessionType: string | undefined;
  sessionTypeRef: RefObject<HTMLFieldSetElement | null>;
  onBooked: (booked: Booked) => void;
  notice: FormNoticeFacts;
  /** Whether sessions can be paid for on the site. */
  takesPayments: boolean;
  /** Whether there is a code that could be used. */
  takesCodes: boolean;
  /** How the options are paid in parts, by title. */
  parts: Record<string, string | null>;
  /** How to pay; null while nothing can be paid on the site. */
  priceNote: string | null;
  /** The times of the date that was asked about without scripts. */
  day?: DayTimes | undefined;
  lastResult?: SubmissionResult | undefined;
}

/** The form to book a session. */
export function BookingForm(props: BookingFormProps) {
  const [leftOver, setLeftOver] = useState<string[]>();
  const { fields, ...form } = useVisitorForm({
    id: 'booking',
    schema: bookingForm,
    // Without a default, the choice would be empty once the form is reset.
    defaultValue: {
      session_type: props.sessionType ?? '',
      meeting_type: '',
      trading_knowledge: '',
    },
    linked: props.options.some(({ title }) => title === props.sessionType)
      ? 'session_type'
      : undefined,
    path: '/api/bookings',
    toRecord: toBookingRecord,
    toNotification: toBookingNotice,
    messages: {
      stored: 'Booking successful! We will be in touch shortly.',
      delivered: 'Booking submitted! We will be in touch shortly.',
      failed: 'Failed to submit booking. Please try again.',
    },
    fallbackErrors: { unexplained: 'Server error.', unanswered: 'Request failed' },
    lastResult: props.lastResult,
    describeStored: (answer) =>
      readBooked(answer).held_until === null
        ? undefined
        : 'Your session is held. Pay to confirm it.',
    toAction: toPayAction,
    onSuccess: (result, values) =>
      props.onBooked(toBooked(values, props, result.kind === 'stored' ? result.answer : undefined)),
    onRefused(problem) {
      if (problem.slots || problem.code === slotTaken.code) setLeftOver(problem.slots ?? []);
    },
  });
  const isPhoneCall = fields.meeting_type.value === phoneMeetingType;
  return (
    <VisitorForm
      {...form}
      action="Book Now"
      busyAction="Booking..."
      otherWay={
        <p>
          You can also{' '}
          <a href="/contact" className={textLink}>
            write to us
          </a>
          .
        </p>
      }
    >
      <Step title="Your session">
        <Radios
          field={fields.session_type}
          ref={props.sessionTypeRef}
          label="Session Type"
          hint={props.priceNote}
          choices={props.options.map((option) => ({
            value: option.title,
            label: option.title,
            aside: <Price option={option} parts={props.parts[option.title]} />,
            hint: <Contents option={option} />,
          }))}
        />
        <Contained fallback={(retry) => <NoCalendar retry={retry} />}>
          <SlotPicker
            session={findRequestedSession(fields.session_type.value ?? '', props.options)}
            ids={{ date: fields.date.id, time: fields.booking_date.id }}
            errors={{ date: fields.date.errors, time: fields.booking_date.errors }}
            draftId="booking"
            leftOver={leftOver}
            plain={{
              day: props.day,
              date: fields.date.initialValue,
              startsAt: fields.booking_date.initialValue,
              isSent: props.lastResult !== undefined || props.day !== undefined,
            }}
          />
        </Contained>
      </Step>
      <Step title="About you">
        <div className="grid gap-6 sm:grid-cols-2">
          <NameAndEmail name={fields.name} email={fields.email} />
          <Select
            field={fields.meeting_type}
            label="Meeting Type"
            placeholder="Select a meeting type"
          >
            <Options values={meetingTypes} />
          </Select>
          <TextInput
            field={fields.phone}
            type="tel"
            label={isPhoneCall ? 'WhatsApp Number' : 'Phone'}
            hint={
              isPhoneCall
                ? 'Your mentor calls you on this number.'
                : 'In case we need to reach you.'
            }
            isOptional
            autoComplete="tel"
          />
        </div>
      </Step>
      <Step title="Your trading">
        <Select
          field={fields.trading_knowledge}
          label="Trading Knowledge"
          placeholder="Select your level"
        >
          <Options values={tradingKnowledgeLevels} />
        </Select>
        <div className="grid gap-6 sm:grid-cols-2">
          <TextArea field={fields.trading_goals} label="Trading Goals" isOptional rows={3} />
          <TextArea field={fields.topics_to_cover} label="Topics to Cover" isOptional rows={3} />
        </div>
      </Step>
      {props.takesCodes && <CodeField field={fields.voucher_code} />}
      <FormNotice {...props.notice} fields={fields} />
    </VisitorForm>
  );
}

const Price = ({
  option,
  parts,
}: {
  option: MentorshipOption;
  parts: string | null | undefined;
}) => (
  <span>
    <span translate="no">{option.price}</span>
    {describeExtent(option) && (
      <span className="font-normal text-muted"> · {describeExtent(option)}</span>
    )}
    {parts && (
      <span translate="no" className="block text-sm font-normal text-muted">
        {parts}
      </span>
    )}
  </span>
);

/** What happens in a session and what comes with it, or else its description. */
function Contents({
  option: { outline, deliverables, description },
}: {
  option: MentorshipOption;
}) {
  const contents = [...outline, ...deliverables];
  if (contents.length === 0) return description;
  return contents.map((one) => (
    <span key={one} className="mt-1 flex gap-3">
      <Check className="mt-1 size-4 shrink-0 text-gold" strokeWidth={2} />
      {one}
    </span>
  ));
}

const Step = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="grid gap-6">
    <legend className="mb-5 font-display text-xl">{title}</legend>
    {children}
  </fieldset>
);

const NoCalendar = ({ retry }: { retry: () => void }) => (
  <p role="alert">
    The calendar could not be shown.{' '}
    <button type="button" onClick={retry} className={textLink}>
      Try again
    </button>
    , or{' '}
    <a href="/contact" className={textLink}>
      write to us
    </a>
    .
  </p>
);

const Options = ({ values }: { values: readonly string[] }) =>
  values.map((value) => (
    <option key={value} value={value}>
      {value}
    </option>
  ));

const bookedAnswer = z.object({
  manage_path: z.string().regex(/^\/booking\/[\w-]+$/),
  // A version before this one sends none.
  is_mailed: z.boolean().default(true),
  held_until: z.iso.datetime().nullable().default(null),
  amount_cents: z.int().nullable().default(null),
});

/** Returns what an answer says about the booking. An answer of the fallback says nothing. */
const readBooked = (answer: unknown) =>
  bookedAnswer.safeParse(answer).data ?? {
    manage_path: null,
    is_mailed: true,
    held_until: null,
    amount_cents: null,
  };

const toBooked = (
  values: BookingValues,
  { options, takesPayments }: Pick<BookingFormProps, 'options' | 'takesPayments'>,
  answer: unknown,
): Booked => {
  const option = options.find(({ title }) => title === values.session_type);
  const booked = readBooked(answer);
  return {
    sessionType: values.session_type,
    meetingType: values.meeting_type,
    email: values.email,
    startsAt: new Date(values.booking_date),
    minutes: findRequestedSession(values.session_type, options).minutes,
    timeZone: values.time_zone,
    managePath: booked.manage_path,
    isMailed: booked.is_mailed,
    payPath: readPayPath(answer),
    amountCents: booked.amount_cents,
    heldUntil: booked.held_until,
    isPaidToConfirm: takesPayments && option?.payment === 'confirm',
  };
};
