import { describeSpan } from '#domain/availability-exception.ts';
import { useFacts } from '../shell/facts.ts';
import { RecordCard } from './record-card.tsx';
import { RecordList } from './record-list.tsx';
import { SessionLinks } from './session-links.tsx';
import { useRecords } from './use-records.ts';

/** Time off and extra hours that are still to come. */
export function ExceptionsList() {
  const { timeZone } = useFacts();
  const exceptions = useRecords('availability_exceptions', {
    noun: 'entry',
    plural: 'time off',
    deleted: 'Deleted. Your usual hours count again.',
    question: (name) =>
      `${name} is deleted, and your usual hours count again. Booked sessions stay.`,
  });
  return (
    <div>
      <h2 className="mb-4 text-heading">Time off and extra hours</h2>
      <RecordList
        records={exceptions}
        label="Time off and extra hours"
        emptyText="Nothing to come: your usual hours count. Tap a day above to take time off or to open extra hours."
      >
        {({ kind, note, sessions, ...span }, onDelete) => {
          const when = describeSpan(span, timeZone);
          const what = kind === 'off' ? 'Time off' : 'Extra hours';
          return (
            <RecordCard title={what} name={`${what}, ${when}`} aside={note} onDelete={onDelete}>
              <p className="font-medium text-gold">{when}</p>
              {sessions.length > 0 && (
                <div className="border-t border-hairline pt-3 text-sm">
                  <p className="font-semibold">Still booked in it:</p>
                  <SessionLinks sessions={sessions} />
                </div>
              )}
            </RecordCard>
          );
        }}
      </RecordList>
    </div>
  );
}
