import { CalendarDays } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import { controlClass, FieldFrame, SelectField } from '#app/ui/field.tsx';
import { Popover } from '#app/ui/popover.tsx';

/** The names and ids that the two fields have in their form. */
export interface SlotFieldIds {
  date: string;
  time: string;
}

export interface SlotErrors {
  date?: string[] | undefined;
  time?: string[] | undefined;
}

/** The fields once the calendar is there. */
interface LiveSlotFields {
  date: string;
  dateText: string | undefined;
  /** The chosen one of the times: an instant as text, or '' for none. */
  time: string;
  times: { value: string; text: string }[];
  timePlaceholder: string;
  onPickTime: (time: string) => void;
  calendar: ReactNode;
}

interface SlotFieldsProps {
  ids: SlotFieldIds;
  errors: SlotErrors;
  isCalendarOpen: boolean;
  onToggleCalendar: () => void;
  onCloseCalendar: () => void;
  /** Absent while the calendar is not there yet: the fields then hold its place. */
  live?: LiveSlotFields | undefined;
  /** The line below, about the zone. */
  note: ReactNode;
}

/** Date and time of a session, as fields. They take the same room whether alive or not. */
export function SlotFields(props: SlotFieldsProps) {
  const { ids, errors, live, isCalendarOpen, note } = props;
  return (
    <div className="grid gap-x-6 gap-y-6 sm:grid-cols-2">
      <Popover
        // What was pressed before the calendar was there opens it when it comes.
        isOpen={isCalendarOpen && live !== undefined}
        onClose={props.onCloseCalendar}
        label="Choose a date"
        trigger={<DateField {...props} errors={errors.date} />}
      >
        {live?.calendar}
      </Popover>
      <SelectField
        id={ids.time}
        name="booking_date"
        label="Time"
        errors={errors.time}
        placeholder={live?.timePlaceholder ?? 'Pick a date first'}
        value={live?.time ?? ''}
        onChange={(event) => live?.onPickTime(event.target.value)}
        disabled={!live || live.times.length === 0}
      >
        {live?.times.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
      <div className="-mt-3 min-h-12 text-sm text-muted sm:col-span-2 sm:min-h-6">{note}</div>
    </div>
  );
}

function DateField({
  ids,
  errors,
  isCalendarOpen,
  onToggleCalendar,
  live,
}: Omit<SlotFieldsProps, 'errors'> & { errors: string[] | undefined }) {
  const buttonId = `${ids.date}-button`;
  const isInvalid = Boolean(errors?.length);
  return (
    <FieldFrame id={ids.date} controlId={buttonId} label="Date" errors={errors}>
      <button
        type="button"
        id={buttonId}
        aria-haspopup="dialog"
        aria-expanded={isCalendarOpen}
        aria-labelledby={`${ids.date}-label ${buttonId}`}
        aria-describedby={isInvalid ? `${ids.date}-error` : undefined}
        onClick={onToggleCalendar}
        className={classNames(
          controlClass,
          'flex h-12 items-center justify-between gap-3 text-left',
          isInvalid && 'border-danger',
        )}
      >
        <span className={classNames('truncate', !live?.dateText && 'text-muted')}>
          {live?.dateText ?? 'Pick a date'}
        </span>
        <CalendarDays aria-hidden className="size-4.5 shrink-0 text-gold" strokeWidth={1.75} />
      </button>
      {/* What the form sends. The focus that a message at it asks for goes to the button. */}
      <input
        id={ids.date}
        name="date"
        value={live?.date ?? ''}
        readOnly
        disabled={!live}
        tabIndex={-1}
        aria-hidden
        className="sr-only"
        onFocus={() => document.getElementById(buttonId)?.focus()}
      />
    </FieldFrame>
  );
}
