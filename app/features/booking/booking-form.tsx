import {
  getFormProps,
  getInputProps,
  getSelectProps,
  getTextareaProps,
  type SubmissionResult,
} from '@conform-to/react';
import { type RefObject, useState } from 'react';
import { Form } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { SelectField, TextAreaField, TextField } from '#app/ui/field.tsx';
import { mentorshipOptions } from '#content/offers.ts';
import {
  type BookingForm as BookingValues,
  bookingForm,
  meetingTypes,
  slotTaken,
  toBookingContent,
  toBookingNotice,
  tradingKnowledgeLevels,
} from '#domain/booking.ts';
import { Captcha } from '../captcha/captcha.tsx';
import { FormErrors } from '../forms/form-errors.tsx';
import { Honeypot } from '../forms/honeypot.tsx';
import { useSubmission } from '../forms/use-submission.ts';
import type { Booked } from './confirmation.tsx';
import { readManagePath } from './read-manage-path.ts';
import { SlotPicker } from './slot-picker.tsx';

const formId = 'booking';

const messages = {
  stored: 'Booking successful! We will be in touch shortly.',
  delivered: 'Booking submitted! We will be in touch shortly.',
  failed: 'Failed to submit booking. Please try again.',
};

interface BookingFormProps {
  /** Chosen before the form was opened, by its title. */
  sessionType: string | undefined;
  sessionTypeRef: RefObject<HTMLSelectElement | null>;
  onBooked: (booked: Booked) => void;
  lastResult?: SubmissionResult | undefined;
}

/** Books a session. */
export function BookingForm({
  sessionType,
  sessionTypeRef,
  onBooked,
  lastResult,
}: BookingFormProps) {
  const [leftOver, setLeftOver] = useState<string[]>();
  const [round, setRound] = useState(0);
  const { form, fields, formRef, isSending } = useSubmission({
    id: formId,
    schema: bookingForm,
    // A choice without one would show nothing at all once the form is cleared.
    defaultValue: { session_type: sessionType ?? '', meeting_type: '', trading_knowledge: '' },
    path: '/api/bookings',
    toRecord: toBookingContent,
    toNotification: toBookingNotice,
    messages,
    lastResult,
    onSuccess(outcome, values) {
      // The next booking begins with an empty calendar that asks anew.
      setRound((before) => before + 1);
      onBooked(toBooked(values, outcome.kind === 'stored' ? outcome.answer : undefined));
    },
    onRefused(problem) {
      if (problem.code === slotTaken.code) setLeftOver(problem.slots ?? []);
    },
  });
  return (
    <Form {...getFormProps(form)} ref={formRef} method="post" className="grid gap-6">
      <FormErrors id={form.errorId} errors={form.errors} />
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField
          {...getInputProps(fields.name, { type: 'text', ariaAttributes: false })}
          label="Full Name"
          autoComplete="name"
          errors={fields.name.errors}
        />
        <TextField
          {...getInputProps(fields.email, { type: 'email', ariaAttributes: false })}
          label="Email Address"
          autoComplete="email"
          inputMode="email"
          errors={fields.email.errors}
        />
        <div className="sm:col-span-2">
          <SelectField
            {...getSelectProps(fields.session_type, { ariaAttributes: false })}
            ref={sessionTypeRef}
            label="Session Type"
            placeholder="Select a session"
            errors={fields.session_type.errors}
          >
            {mentorshipOptions.map(({ title, price }) => (
              <option key={title} value={title}>
                {title} - {price}
              </option>
            ))}
          </SelectField>
        </div>
        <SelectField
          {...getSelectProps(fields.meeting_type, { ariaAttributes: false })}
          label="Meeting Type"
          placeholder="Select a meeting type"
          errors={fields.meeting_type.errors}
        >
          <Options values={meetingTypes} />
        </SelectField>
        <SelectField
          {...getSelectProps(fields.trading_knowledge, { ariaAttributes: false })}
          label="Trading Knowledge"
          placeholder="Select your level"
          errors={fields.trading_knowledge.errors}
        >
          <Options values={tradingKnowledgeLevels} />
        </SelectField>
      </div>
      <SlotPicker
        key={round}
        ids={{ date: fields.date.id, time: fields.booking_date.id }}
        errors={{ date: fields.date.errors, time: fields.booking_date.errors }}
        draftId={formId}
        leftOver={leftOver}
      />
      <div className="grid gap-6 sm:grid-cols-2">
        <TextAreaField
          {...getTextareaProps(fields.trading_goals, { ariaAttributes: false })}
          label="Trading Goals"
          isOptional
          rows={3}
          className="min-h-28"
          errors={fields.trading_goals.errors}
        />
        <TextAreaField
          {...getTextareaProps(fields.topics_to_cover, { ariaAttributes: false })}
          label="Topics to Cover"
          isOptional
          rows={3}
          className="min-h-28"
          errors={fields.topics_to_cover.errors}
        />
      </div>
      <Honeypot />
      <Captcha renewKey={isSending} />
      <Button type="submit" disabled={isSending} className="justify-self-start max-sm:w-full">
        {isSending ? 'Booking...' : 'Book Now'}
      </Button>
    </Form>
  );
}

const Options = ({ values }: { values: readonly string[] }) =>
  values.map((value) => (
    <option key={value} value={value}>
      {value}
    </option>
  ));

const toBooked = (values: BookingValues, answer: unknown): Booked => ({
  sessionType: values.session_type,
  meetingType: values.meeting_type,
  email: values.email,
  startsAt: new Date(values.booking_date),
  minutes: mentorshipOptions.find(({ title }) => title === values.session_type)?.minutes ?? 60,
  timeZone: values.time_zone,
  managePath: readManagePath(answer),
});
