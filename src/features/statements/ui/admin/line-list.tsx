import { type ReactNode, useState } from 'react';
import type { StatementLine } from '#features/statements/rules/statement-line.ts';
import { formatDay } from '#rules/calendar-day.ts';
import { formatRand } from '#rules/money.ts';
import { Button } from '#ui/button.tsx';

/** A line of the statement. */
export const Line = ({ line: { date, amountCents, description } }: { line: StatementLine }) => (
  <span className="flex flex-wrap justify-between gap-x-4 text-sm">
    <span className="min-w-0 break-words">
      {formatDay(date)} · {description}
    </span>
    <span className="ml-auto tabular-nums">{formatRand(amountCents)}</span>
  </span>
);

/** How many lines a list shows at first, and more with each press. */
const shownAtOnce = 50;

interface LineListProps<Item> {
  items: readonly Item[];
  keyOf: (item: Item) => string | number;
  children: (item: Item) => ReactNode;
}

/** Lists the first lines, and more of them on request. */
export function LineList<Item>({ items, keyOf, children }: LineListProps<Item>) {
  const [shown, setShown] = useState(shownAtOnce);
  return (
    <>
      <ul className="divide-y divide-hairline">
        {items.slice(0, shown).map((item) => (
          <li key={keyOf(item)} className="grid gap-2 py-2.5">
            {children(item)}
          </li>
        ))}
      </ul>
      {items.length > shown && (
        <Button
          variant="secondary"
          onClick={() => setShown(shown + shownAtOnce)}
          className="justify-self-start"
        >
          {`Show more (${items.length - shown} left)`}
        </Button>
      )}
    </>
  );
}

interface FoldProps {
  title: string;
  count: number;
  children: ReactNode;
}

/** A list that is closed at first. */
export const Fold = ({ title, count, children }: FoldProps) =>
  count > 0 && (
    <details className="border-t border-hairline">
      <summary className="min-h-11 cursor-pointer content-center font-semibold">
        {title} <span className="font-normal text-muted">{count}</span>
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 pb-3">{children}</div>
    </details>
  );
