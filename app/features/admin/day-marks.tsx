import { useQuery } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { CalendarOff, CalendarPlus, Lock, type LucideIcon } from 'lucide-react';
import {
  describeHours,
  type ExceptionKind,
  isOnDay,
  isWholeDay,
  type SpanOfTexts,
} from '#domain/availability-exception.ts';
import { useAdminSession } from '../auth/session-guard.tsx';
import { useFacts } from '../shell/facts.ts';
import { useRecords } from './use-records.ts';

/** What is different on a day: the mentor is off, there besides, or busy elsewhere. */
export interface DayMark {
  id: string;
  kind: ExceptionKind | 'busy';
  isWholeDay: boolean;
  /** `18:00 to 24:00` */
  hours: string;
  /** The mentor's own words, or whose calendar says so. */
  note: string | null;
}

/** Returns what tells the marks of any day within a span. */
export function useDayMarks({ from, to }: { from: string; to: string }) {
  const { timeZone } = useFacts();
  const { api } = useAdminSession();
  const exceptions = useRecords('availability_exceptions', {
    noun: 'time off',
    plural: 'time off',
    query: { from, to },
  });
  const busy = useQuery({
    queryKey: ['busy_times', from, to],
    meta: { plural: 'busy times' },
    queryFn: ({ signal }) =>
      parseResponse(api.busy_calendars.times.$get({ query: { from, to } }, { init: { signal } })),
    placeholderData: (before) => before,
  });
  return (day: string): DayMark[] => {
    const toMark = (
      { id, kind, note }: Pick<DayMark, 'id' | 'kind' | 'note'>,
      span: SpanOfTexts,
    ): DayMark => ({
      ...{ id, kind, note },
      isWholeDay: isWholeDay(span, day, timeZone),
      hours: describeHours(span, day, timeZone),
    });
    const isShown = (span: SpanOfTexts) => isOnDay(span, day, timeZone);
    return [
      ...(exceptions.items ?? []).filter(isShown).map((one) => toMark(one, one)),
      ...(busy.data?.items ?? []).filter(isShown).map((one) => {
        const id = `${one.calendar_id} ${one.starts_at}`;
        return toMark({ id, kind: 'busy', note: one.name }, one);
      }),
    ];
  };
}

const kinds: Record<DayMark['kind'], { words: string; icon: LucideIcon }> = {
  off: { words: 'Off', icon: CalendarOff },
  extra: { words: 'Extra hours', icon: CalendarPlus },
  busy: { words: 'Busy', icon: Lock },
};

/** `Off all day`, `Extra hours 14:00 to 17:00` */
export const describeMark = ({ kind, isWholeDay: isWhole, hours }: DayMark) =>
  `${kinds[kind].words} ${isWhole ? 'all day' : hours}`;

/** The marks of a day in words. */
export const DayMarks = ({ day, marks }: { day: string; marks: DayMark[] }) =>
  marks.length === 0 ? null : (
    <ul aria-label="Hours of the day" className="flex flex-wrap gap-2">
      {marks.map((mark) => {
        const Icon = kinds[mark.kind].icon;
        return (
          <li
            key={`${day} ${mark.id}`}
            className="flex min-w-0 items-center gap-2.5 rounded-sm border border-hairline bg-surface px-3 py-2 text-sm"
          >
            <Icon className="size-4 shrink-0 text-gold" />
            <span className="min-w-0 break-words">
              <span className="font-semibold">{describeMark(mark)}</span>
              {mark.note && <span className="text-muted"> · {mark.note}</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
