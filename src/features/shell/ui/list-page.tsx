import { type Paged, takePage } from '#rules/paging.ts';
import { ButtonLink } from '#ui/button.tsx';

/**
 * Returns the page of a list that a URL asks for, and the response status. `null` means the
 * database is down.
 */
export function readListPage<Item>(items: Item[] | null, url: URL, size: number) {
  const list: Paged<Item> | null | undefined = items && takePage(items, url, size);
  return { list, status: list ? 200 : list === null ? 503 : 404 };
}

/** Shown instead of a list page that does not exist. */
export const NoSuchPage = ({ what, to, back }: { what: string; to: string; back: string }) => (
  <div className="container-site pb-(--section)">
    <div className="grid justify-items-center gap-6 rounded-sm border border-dashed border-hairline-strong/50 px-6 py-16 text-center">
      <p className="text-muted">There aren’t that many pages of {what}.</p>
      <ButtonLink to={to} variant="secondary">
        {back}
      </ButtonLink>
    </div>
  </div>
);
