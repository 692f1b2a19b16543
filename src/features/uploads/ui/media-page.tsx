import type { ComponentProps, ReactNode } from 'react';
import { NoSuchPage } from '#features/shell/ui/index.ts';
import { type Paged, pagePath } from '#rules/paging.ts';
import { EmptyNotice, UnavailableNotice } from '#ui/notices.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Pagination } from '#ui/pagination.tsx';

interface MediaPageProps<Item> {
  heading: ComponentProps<typeof PageHeader>;
  /** `null` if the database is down, undefined for a page that does not exist. */
  list: Paged<Item> | null | undefined;
  path: string;
  /** The accessible name of the list, and its grid classes. */
  label: string;
  columns: string;
  emptyText: string;
  /** The subject of "… can’t be shown right now". */
  what: string;
  /** Renders a card. The first one is visible when the page loads. */
  children: (item: Item, index: number) => ReactNode;
}

/** A page of uploaded media, as cards. */
export function MediaPage<Item extends { id: string }>(props: MediaPageProps<Item>) {
  const { list, path } = props;
  return (
    <>
      <PageHeader {...props.heading} />
      {list === undefined ? (
        <NoSuchPage what={props.label.toLowerCase()} to={path} back="Go to the first page" />
      ) : list?.items.length === 0 ? (
        <EmptyNotice>{props.emptyText}</EmptyNotice>
      ) : (
        <div className="container-site pb-(--section)">
          {list ? (
            <>
              <ul aria-label={props.label} className={`grid gap-6 ${props.columns}`}>
                {list.items.map((item, index) => (
                  <li key={item.id} className="group/one only:col-span-full">
                    {props.children(item, index)}
                  </li>
                ))}
              </ul>
              <Pagination {...list} toPage={(page) => pagePath(path, page)} />
            </>
          ) : (
            <UnavailableNotice what={props.what} />
          )}
        </div>
      )}
    </>
  );
}
