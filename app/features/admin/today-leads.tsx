import { Check } from 'lucide-react';
import { Link } from 'react-router';
import { textLink } from '#app/ui/link.tsx';
import { formatDateAndClock } from '#domain/time-zone.ts';
import { useFacts } from '../shell/facts.ts';
import { useUnanswered } from './lead-states.ts';
import { ReplyLinks } from './quick-replies.tsx';
import { CardButton } from './record-card.tsx';
import { RecordList } from './record-list.tsx';
import { type Lead, useLeadChanges } from './use-lead-changes.ts';
import { useRecords } from './use-records.ts';

const mostShown = '5';

/** Who waits for an answer, the newest first. */
export function TodayLeads() {
  const count = useUnanswered();
  const leads = useRecords('leads', { noun: 'lead', query: { state: 'new', limit: mostShown } });
  // A lead that was just answered leaves before the list is read again.
  const items = leads.items?.filter(({ state }) => state === 'new');
  return (
    <div className="grid gap-2">
      <h3 className="label-caps flex items-baseline justify-between gap-3 font-text text-muted">
        <span>Unanswered leads</span>
        {count ? <span>{count.toLocaleString('en')}</span> : null}
      </h3>
      <RecordList
        records={{ ...leads, items, hasMore: false }}
        label="Unanswered leads"
        emptyText="You’re all caught up."
        columns="one"
        placeholders={1}
      >
        {(lead) => <LeadLine lead={lead} />}
      </RecordList>
      {count !== undefined && count > Number(mostShown) && (
        <p>
          <Link to="/admin?state=new" className={`inline-flex min-h-11 items-center ${textLink}`}>
            All unanswered leads
          </Link>
        </p>
      )}
    </div>
  );
}

function LeadLine({ lead }: { lead: Lead }) {
  const { name, source, message, created_at } = lead;
  const { timeZone } = useFacts();
  const { setState } = useLeadChanges();
  return (
    <article className="rounded-sm border border-hairline bg-surface px-4 pt-2.5">
      <h4 className="flex flex-wrap items-baseline gap-x-3 font-text font-semibold">
        <span className="min-w-0 break-words">{name}</span>
        <time dateTime={created_at} className="text-sm font-normal text-muted">
          {formatDateAndClock(created_at, timeZone)}
        </time>
      </h4>
      <p className="text-sm text-muted">{source}</p>
      {message && <p className="mt-1 line-clamp-2 break-words">{message}</p>}
      <div className="-mx-2 flex flex-wrap">
        <ReplyLinks lead={lead} />
        <CardButton
          icon={Check}
          spoken={`: ${name}`}
          onClick={() => void setState(lead, 'answered')}
        >
          Mark answered
        </CardButton>
      </div>
    </article>
  );
}
