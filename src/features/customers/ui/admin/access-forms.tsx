import type { FieldMetadata } from '@conform-to/react';
import { useQueryClient } from '@tanstack/react-query';
import {
  AdminForm,
  FailedNotice,
  Loaded,
  useAdminForm,
  useAdminSession,
  useRead,
} from '#features/admin-ui/ui/index.ts';
import {
  endForm,
  giveForm,
  giveSessionsForm,
  personForm,
  takeForm,
} from '#features/customers/rules/access-request.ts';
import { isGiven } from '#features/customers/rules/index.ts';
import { Select, TextInput } from '#features/forms/ui/index.ts';
import type { OffersSettings } from '#features/settings/rules/index.ts';
import { useSectionState } from '#features/settings/ui/admin/index.ts';
import { maxPageSize } from '#rules/list-page.ts';
import { CheckboxField } from '#ui/field.tsx';
import type { Access } from './use-customers.ts';

/** Who is given access: a customer, or a person with this contact. */
export interface Recipient {
  customerId?: string | undefined;
  name: string;
  email: string | null;
  phone: string | null;
  /** What they were given. */
  access: Access[];
}

const giveToPerson = giveForm.extend(personForm);
const giveSessionsToPerson = giveSessionsForm.extend(personForm);

const given = (what: string, email: string | null) =>
  email ? `${what} given. They get an email with their link.` : `${what} given`;

/** Who is given access: the fields of a person who is no customer yet, and what they are sent. */
function RecipientFields({
  to: { customerId, email, phone },
  fields,
}: {
  to: Recipient;
  fields: Record<'name' | 'email' | 'phone', FieldMetadata<unknown>>;
}) {
  return (
    <>
      {!customerId && (
        <>
          <TextInput field={fields.name} label="Name" autoComplete="off" />
          <input type="hidden" name={fields.email.name} defaultValue={email ?? ''} />
          <input type="hidden" name={fields.phone.name} defaultValue={phone ?? ''} />
        </>
      )}
      <p className="text-sm text-muted">
        {email
          ? 'They get one email with the private link to their library.'
          : 'Without an email address, send them the private link yourself.'}
      </p>
    </>
  );
}

/** Gives someone access to a course. */
export function GiveForm({
  to,
  courseId = '',
  onLeave,
}: {
  to: Recipient;
  courseId: string | undefined;
  onLeave: () => void;
}) {
  const { api } = useAdminSession();
  const queryClient = useQueryClient();
  const { customerId, name, email, phone, access } = to;
  const courses = useRead(['courses', 'to-give'], (own, init) =>
    own.courses.$get({ query: { drafts: 'true', limit: String(maxPageSize) } }, init),
  );
  const { fields, ...form } = useAdminForm({
    id: `give-${customerId ?? email ?? phone}`,
    table: 'customers',
    schema: giveToPerson,
    defaultValue: { course_id: courseId, name, email: email ?? '', phone: phone ?? '' },
    save: ({ course_id, has_own_end, ends_on, ...person }, id) =>
      api.customers.access.$post({
        json: {
          id,
          course_id,
          has_own_end,
          ends_on,
          to: customerId ? { customer_id: customerId } : person,
        },
      }),
    saved: given('Access', email),
    failed: (reason) => `No access was given: ${reason}`,
    onSaved() {
      void queryClient.invalidateQueries({ queryKey: ['people'] });
      onLeave();
    },
    onLeft: onLeave,
  });
  const isOwn = fields.has_own_end.value === 'on';
  const isFree = ({ id }: { id: string }) =>
    access.every(({ course_id, state }) => course_id !== id || !isGiven(state));
  const free = courses.data?.items.filter(isFree);
  return (
    <AdminForm {...form} label="Give access" action="Give access">
      {courses.isError && <FailedNotice text="The courses could not be loaded." query={courses} />}
      <Select
        // The chosen course is an option once the courses are loaded.
        key={String(courses.isSuccess)}
        field={fields.course_id}
        label="Course"
        placeholder={courses.isPending ? 'Loading...' : 'Choose a course'}
        hint={free?.length === 0 && 'There is no other course that they could open.'}
      >
        {free?.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </Select>
      <CheckboxField
        id={fields.has_own_end.id}
        name={fields.has_own_end.name}
        label="Choose when it ends"
        hint="Otherwise it is open as long as the course says."
      />
      {isOwn && (
        <TextInput
          field={fields.ends_on}
          type="date"
          label="Last day"
          hint="Leave it empty for access without an end."
          isOptional
          className="max-w-48"
        />
      )}
      <RecipientFields to={to} fields={fields} />
    </AdminForm>
  );
}

/** Gives someone sessions of a type, to book from their library. */
export function GiveSessionsForm({ to, onLeave }: { to: Recipient; onLeave: () => void }) {
  const { api } = useAdminSession();
  const queryClient = useQueryClient();
  const { customerId, name, email, phone } = to;
  const offers = useSectionState<OffersSettings>('offers');
  const { fields, ...form } = useAdminForm({
    id: `give-sessions-${customerId ?? email ?? phone}`,
    table: 'customers',
    schema: giveSessionsToPerson,
    defaultValue: { name, email: email ?? '', phone: phone ?? '' },
    save: ({ session_type_id, granted, valid_months, reason, ...person }, id) =>
      api.customers.sessions.$post({
        json: {
          ...{ id, session_type_id, granted, valid_months, reason },
          to: customerId ? { customer_id: customerId } : person,
        },
      }),
    saved: given('Sessions', email),
    failed: (reason) => `No sessions were given: ${reason}`,
    onSaved() {
      void queryClient.invalidateQueries({ queryKey: ['people'] });
      onLeave();
    },
    onLeft: onLeave,
  });
  return (
    <AdminForm {...form} label="Give sessions" action="Give sessions">
      <Loaded query={offers} failed="Your session types could not be loaded." skeleton="h-20">
        {({ value }) => (
          <Select field={fields.session_type_id} label="Session" placeholder="Choose a session">
            {value.mentorshipOptions.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </Select>
        )}
      </Loaded>
      <TextInput
        field={fields.granted}
        label="Number of sessions"
        inputMode="numeric"
        className="max-w-32"
      />
      <TextInput
        field={fields.valid_months}
        label="Valid for (months)"
        hint="Leave it empty for sessions without an end."
        inputMode="numeric"
        isOptional
        className="max-w-32"
      />
      <TextInput field={fields.reason} label="Reason" hint="Only you see it." />
      <RecipientFields to={to} fields={fields} />
    </AdminForm>
  );
}

/** The action that changes an access. */
export const changeWords = ({ sessions }: Access) => (sessions ? 'Change' : 'Change the end');

interface AccessFormProps {
  access: Access;
  /** Whether the customer has an email address. */
  hasEmail: boolean;
  onLeave: () => void;
}

/** Extends or shortens an access, and changes how many sessions it has. */
export function EndForm({ access, hasEmail, onLeave }: AccessFormProps) {
  const { api } = useAdminSession();
  const { sessions } = access;
  const { fields, ...form } = useAdminForm<typeof endForm, Access>({
    id: `access-end-${access.id}`,
    table: 'customers',
    schema: endForm,
    edited: {
      record: access,
      compared: { ends_on: 'Last day', ...(sessions && { granted: 'Number of sessions' }) },
    },
    save: (values, _, version = access.version) =>
      api.customers[':id'].access[':access'].end.$put({
        param: { id: access.customer_id, access: access.id },
        json: { ...values, version },
      }),
    saved: sessions ? 'The package is changed' : 'The end is changed',
    failed: (reason) => `${sessions ? 'The package' : 'The end'} was not changed: ${reason}`,
    onSaved: onLeave,
    onLeft: onLeave,
  });
  return (
    <AdminForm
      {...form}
      label={`${changeWords(access)}: ${access.title}`}
      action={changeWords(access)}
    >
      {sessions && (
        <TextInput
          field={fields.granted}
          label="Number of sessions"
          hint={`${sessions.used} booked or used. It can’t have fewer.`}
          inputMode="numeric"
          className="max-w-32"
        />
      )}
      <TextInput
        field={fields.ends_on}
        type="date"
        label="Last day"
        hint="Leave it empty for access without an end."
        isOptional
        className="max-w-48"
      />
      <TextInput field={fields.reason} label="Reason" hint="Only you see it." />
      {hasEmail && (
        <p className="text-sm text-muted">
          They get an email if {sessions && 'there are more sessions, or '}it is open for longer.
        </p>
      )}
    </AdminForm>
  );
}

/** Takes an access away. */
export function TakeForm({ access, hasEmail, onLeave }: AccessFormProps) {
  const { api } = useAdminSession();
  const { fields, ...form } = useAdminForm<typeof takeForm, Access>({
    id: `access-take-${access.id}`,
    table: 'customers',
    schema: takeForm,
    edited: { record: access, compared: {} },
    save: (values, _, version = access.version) =>
      api.customers[':id'].access[':access'].revocation.$put({
        param: { id: access.customer_id, access: access.id },
        json: { ...values, version },
      }),
    saved: 'Access taken away',
    failed: (reason) => `The access was not taken away: ${reason}`,
    onSaved: onLeave,
    onLeft: onLeave,
  });
  return (
    <AdminForm {...form} label={`Take away: ${access.title}`} action="Take away" variant="danger">
      <p className="text-[0.9375rem]">
        {access.sessions
          ? 'They can’t book any more of its sessions. Those that are booked stay booked until you cancel them.'
          : 'This ends their access right away.'}
      </p>
      <TextInput field={fields.reason} label="Reason" hint="Only you see it." />
      {hasEmail && (
        <CheckboxField
          id={fields.sends_mail.id}
          name={fields.sends_mail.name}
          label="Email them that their access has ended"
        />
      )}
    </AdminForm>
  );
}
