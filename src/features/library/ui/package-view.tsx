import { Form, useNavigation } from 'react-router';
import type { DayTimes } from '#features/availability/rules/index.ts';
import {
  type BookingRules,
  BookingRulesProvider,
  SlotPicker,
} from '#features/availability/ui/index.ts';
import { FormErrors } from '#features/forms/ui/index.ts';
import type { PackagePage } from '#features/library/rules/library-page.ts';
import { meetingTypes } from '#rules/meeting-types.ts';
import { ButtonLink, SubmitButton } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import { Link, textLink } from '#ui/link.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SessionsLeft } from './sessions-left.tsx';

/** Why a session was not booked, or the times of a date that was asked about without scripts. */
export interface PackageRefusal {
  message?: string;
  slots?: string[];
  day?: DayTimes;
  startsAt?: string;
}

interface PackageViewProps {
  page: PackagePage;
  token: string;
  rules: BookingRules;
  refusal: PackageRefusal | undefined;
}

/** Books a session of a package. Who books it is known, and nothing is to be paid. */
export function PackageView({ page, token, rules, refusal }: PackageViewProps) {
  const { sold, bookingId, client, session, meetingType, timeZone } = page;
  const isSending = useNavigation().state !== 'idle';
  const canBook = sold.state === 'open' && sold.left > 0;
  return (
    <>
      <PageHeader
        eyebrow="Your library"
        title={canBook ? 'Book the next session' : 'Your sessions'}
        introduction={
          <p>
            <span dir="auto" className="block font-semibold">
              {sold.title}
            </span>
            <SessionsLeft sold={sold} />
          </p>
        }
      />
      <div className="container-site grid gap-8 pb-(--section) lg:mx-0 lg:max-w-4xl">
        {canBook && (
          <BookingRulesProvider value={rules}>
            <Form method="post" className="grid gap-6">
              <FormErrors
                id="package-error"
                errors={refusal?.message ? [refusal.message] : undefined}
              />
              <input type="hidden" name="id" value={bookingId} />
              <SlotPicker
                session={{ type: sold.title, ...session, isLengthBought: true }}
                ids={{ date: 'package-date', time: 'package-time' }}
                errors={{}}
                draftId={`package-${sold.id}`}
                timeZone={timeZone}
                leftOver={refusal?.slots}
                plain={{
                  day: refusal?.day,
                  startsAt: refusal?.startsAt,
                  isSent: refusal !== undefined,
                }}
              />
              <SelectField
                id="package-meeting"
                name="meeting_type"
                label="Meeting Type"
                defaultValue={meetingType ?? ''}
                required
              >
                {!meetingType && <option value="">Select a meeting type</option>}
                {meetingTypes.map((type) => (
                  <option key={type}>{type}</option>
                ))}
              </SelectField>
              <p className="text-muted">
                For <bdi>{client.name}</bdi>, {client.email ?? client.phone}. Nothing to pay.
              </p>
              <SubmitButton isSending={isSending} className="justify-self-start max-sm:w-full">
                {isSending ? 'Booking...' : 'Book Session'}
              </SubmitButton>
            </Form>
          </BookingRulesProvider>
        )}
        {!canBook && (
          <p>
            For another session,{' '}
            <Link to="/mentorship" className={textLink}>
              book one
            </Link>{' '}
            or{' '}
            <Link to="/contact" className={textLink}>
              write to us
            </Link>
            .
          </p>
        )}
        <ButtonLink to={`/library/${token}`} variant="secondary" className="justify-self-start">
          Back to your library
        </ButtonLink>
      </div>
    </>
  );
}
