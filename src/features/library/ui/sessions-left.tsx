import type { LibraryPackage } from '#features/library/rules/library-page.ts';
import { useSettings } from '#features/shell/ui/index.ts';
import { formatLongDate } from '#rules/time-zone.ts';

/** How many sessions of a package are left, and until when. */
export function SessionsLeft({ sold: { granted, left, state, endsAt } }: { sold: LibraryPackage }) {
  const { timeZone } = useSettings();
  // The end itself is not included.
  const lastDay = endsAt && formatLongDate(new Date(Date.parse(endsAt) - 1), timeZone);
  const words =
    state === 'taken'
      ? 'It was taken back.'
      : state === 'ended'
        ? `It ended on ${lastDay}. ${left} of ${granted} sessions were not booked.`
        : left === 0
          ? `All ${granted} sessions are booked.`
          : `${left} of ${granted} sessions left${lastDay ? `, to book until ${lastDay}` : ''}.`;
  return <span className="mt-1 block text-muted">{words}</span>;
}
