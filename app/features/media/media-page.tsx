import type { ComponentProps, ReactNode } from 'react';
import { EmptyNotice, UnavailableNotice } from '#app/ui/notices.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';

interface MediaPageProps<Item> {
  heading: ComponentProps<typeof PageHeader>;
  /** `null` is a database that is away. */
  items: Item[] | null;
  /** What the list is called for screen readers, and its columns as classes. */
  label: string;
  columns: string;
  emptyText: string;
  /** The subject of "… cannot be shown at the moment". */
  what: string;
  /** A card; the first is seen first. */
  children: (item: Item, index: number) => ReactNode;
}

/** A page of uploaded things, as cards. */
export function MediaPage<Item extends { id: string }>(props: MediaPageProps<Item>) {
  const { items } = props;
  return (
    <>
      <PageHeader {...props.heading} />
      {items?.length === 0 ? (
        <EmptyNotice>{props.emptyText}</EmptyNotice>
      ) : (
        <div className="container-site pb-(--section)">
          {items ? (
            <ul aria-label={props.label} className={`grid gap-6 ${props.columns}`}>
              {items.map((item, index) => (
                <li key={item.id}>{props.children(item, index)}</li>
              ))}
            </ul>
          ) : (
            <UnavailableNotice what={props.what} />
          )}
        </div>
      )}
    </>
  );
}
