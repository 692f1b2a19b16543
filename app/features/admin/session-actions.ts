import { CalendarClock, CalendarX2, CheckCheck, type LucideIcon, Undo2, UserX } from 'lucide-react';
import { type Booking, useMarkOutcome } from './booking-changes.ts';
import type { BookingTask } from './booking-paths.ts';
import { useStanding } from './booking-words.tsx';

/** Something that can be done with a session: in a form of its own, or at a press. */
export type SessionAction = { icon: LucideIcon; label: string } & (
  | { task: BookingTask }
  | { onPress: () => void; task?: never }
);

/** Returns what can be done with a session itself: as much of it as makes sense where it stands. */
export function useSessionActions(booking: Booking): SessionAction[] {
  const { outcome } = booking;
  const { standing, hasBegun } = useStanding(booking);
  const mark = useMarkOutcome();
  if (standing === 'cancelled') return [];
  const actions: (SessionAction | false)[] = [
    hasBegun &&
      outcome !== 'done' && {
        ...{ icon: CheckCheck, label: 'Mark as done' },
        onPress: () => mark(booking, 'done'),
      },
    hasBegun &&
      outcome !== 'missed' && {
        ...{ icon: UserX, label: 'Mark as missed' },
        onPress: () => mark(booking, 'missed'),
      },
    outcome !== null && {
      ...{ icon: Undo2, label: `Take back “${outcome === 'done' ? 'Done' : 'Missed'}”` },
      onPress: () => mark(booking, null),
    },
    { icon: CalendarClock, label: 'Move', task: 'move' },
    !hasBegun && { icon: CalendarX2, label: 'Cancel session', task: 'cancel' },
  ];
  return actions.filter((action) => action !== false);
}
