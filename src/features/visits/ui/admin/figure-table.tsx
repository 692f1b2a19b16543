export const writeCount = (count: number) => count.toLocaleString('en');

interface FigureTableProps {
  /** The heading of the names, then of each figure. */
  headings: string[];
  rows: {
    key: string;
    name: string;
    hint?: string;
    /** The length of the bar behind the name, from 0 to 1. */
    share?: number;
    figures: { count: number; note?: string }[];
  }[];
}

/** A table of names with their figures. */
export const FigureTable = ({ headings: [first, ...others], rows }: FigureTableProps) => (
  <table className="w-full table-fixed text-[0.9375rem]">
    <thead className="text-sm text-muted">
      <tr>
        <th scope="col" className="pb-2 text-left font-semibold">
          {first}
        </th>
        {others.map((heading) => (
          <th
            key={heading}
            scope="col"
            className="w-[4.75rem] pb-2 text-right font-semibold sm:w-24"
          >
            {heading}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="border-t border-hairline">
      {rows.map(({ key, name, hint = name, share = 0, figures }) => (
        <tr key={key} className="border-b border-hairline">
          <th scope="row" className="relative py-2.5 pr-2 pl-2.5 text-left font-normal">
            <span
              aria-hidden="true"
              className="absolute inset-y-1 left-0 bg-gold-wash"
              style={{ width: `${share * 100}%` }}
            />
            <span className="relative block truncate" title={hint}>
              {name}
            </span>
          </th>
          {figures.map(({ count, note }, index) => (
            <td key={others[index]} className="py-2.5 text-right align-top tabular-nums">
              {writeCount(count)}
              {note && <span className="block text-sm text-muted">{note}</span>}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
