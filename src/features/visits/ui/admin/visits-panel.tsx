import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { Form, useSearchParams } from 'react-router';
import {
  ChoiceLinks,
  CsvLink,
  EmptyBox,
  FailedNotice,
  useAdminSession,
} from '#features/admin-ui/ui/index.ts';
import { useSettings } from '#features/shell/ui/index.ts';
import {
  type ChosenPeriod,
  readChosenPeriod,
  visitPresets,
} from '#features/visits/rules/visit-period.ts';
import type { VisitReport } from '#features/visits/rules/visits.ts';
import { formatDay } from '#rules/calendar-day.ts';
import { dayInZone } from '#rules/time-zone.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { VisitFigures } from './visit-figures.tsx';
import { VisitLists } from './visit-lists.tsx';

/** Visits, inquiries and bookings of a period, and where they came from. */
export function VisitsPanel() {
  const { api } = useAdminSession();
  const { timeZone } = useSettings();
  const [params] = useSearchParams();
  const chosen = readChosenPeriod(params, dayInZone(new Date(), timeZone));
  const { from, to } = chosen.period;
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['visits', from, to],
    queryFn: ({ signal }) =>
      parseResponse(api.visits.$get({ query: { from, to } }, { init: { signal } })),
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-labelledby="visits-title" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
        <div>
          <h2 id="visits-title" className="text-heading">
            Visits
          </h2>
          <p className="mt-2 max-w-prose text-muted">
            One visit is one person on one day. We don’t track people, and we respect Do Not Track.
          </p>
        </div>
        <CsvLink href={`/api/visits/export?from=${from}&to=${to}`} what="visits" />
      </div>
      <PeriodChoice key={`${from} ${to}`} {...chosen} />
      {isError && (
        <FailedNotice text="Could not load the visits." query={{ isFetching, refetch }} />
      )}
      {!data && !isError && (
        <div role="status">
          <p className="sr-only">Loading</p>
          <Skeleton className="h-96" />
        </div>
      )}
      {data && (
        <div
          aria-busy={isPlaceholderData}
          className={isPlaceholderData ? 'opacity-60 transition-opacity' : undefined}
        >
          <p className="mb-4 text-sm text-muted" role="status">
            {formatDay(from)} to {formatDay(to)}
          </p>
          <Report report={data} />
        </div>
      )}
    </section>
  );
}

function Report({ report }: { report: VisitReport }) {
  if (Object.values(report.total).every((count) => count === 0))
    return <EmptyBox>No visits in this period.</EmptyBox>;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <VisitFigures report={report} />
      <VisitLists report={report} />
    </div>
  );
}

/** A preset period or a custom one. The URL keeps how the sources are grouped. */
function PeriodChoice({ preset, period, problem }: ChosenPeriod) {
  const [params] = useSearchParams();
  const sources = params.get('sources');
  const given = (name: 'from' | 'to') => (problem ? (params.get(name) ?? '') : period[name]);
  const invalid = problem && { 'aria-describedby': 'visits-problem', 'aria-invalid': true };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,1fr)_auto] xl:items-end">
      <ChoiceLinks
        label="Period"
        name="period"
        kept={new URLSearchParams(sources ? { sources } : {})}
        chosen={preset}
        choices={Object.entries(visitPresets).map(([value, label]) => ({ value, label }))}
      />
      <Form className="grid grid-cols-2 items-end gap-3 sm:grid-cols-[10.5rem_10.5rem_auto] sm:justify-start">
        {sources && <input type="hidden" name="sources" value={sources} />}
        <TextField
          id="visits-from"
          name="from"
          type="date"
          label="From"
          defaultValue={given('from')}
        />
        <TextField
          id="visits-to"
          name="to"
          type="date"
          label="To"
          defaultValue={given('to')}
          {...invalid}
        />
        <Button type="submit" variant="secondary" className="max-sm:col-span-2">
          Show
        </Button>
      </Form>
      {problem && (
        <p id="visits-problem" role="alert" className="text-sm font-medium text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
