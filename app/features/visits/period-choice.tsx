import { Form, useSearchParams } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { type ChosenPeriod, visitPresets } from '#domain/visit-period.ts';
import { ChoiceLinks } from '../admin/record-card.tsx';

/** What is kept in the URL when another period is chosen. */
const listParam = 'sources';

/** Which period is shown: one of a few, or any days. */
export function PeriodChoice({ preset, period, problem }: ChosenPeriod) {
  const [params] = useSearchParams();
  const list = params.get(listParam);
  const kept = new URLSearchParams(list ? { [listParam]: list } : {});
  const given = problem
    ? { from: params.get('from') ?? '', to: params.get('to') ?? '' }
    : { from: period.from, to: period.to };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,1fr)_auto] xl:items-end">
      <ChoiceLinks
        label="Period"
        name="period"
        kept={kept}
        chosen={preset}
        choices={Object.entries(visitPresets).map(([value, label]) => ({ value, label }))}
      />
      <Form className="grid grid-cols-2 items-end gap-3 sm:grid-cols-[10.5rem_10.5rem_auto] sm:justify-start">
        {list && <input type="hidden" name={listParam} value={list} />}
        <TextField
          id="visits-from"
          name="from"
          type="date"
          label="From"
          defaultValue={given.from}
        />
        <TextField
          id="visits-to"
          name="to"
          type="date"
          label="To"
          defaultValue={given.to}
          aria-describedby={problem ? 'visits-problem' : undefined}
          aria-invalid={problem ? true : undefined}
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
