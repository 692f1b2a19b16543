import { Download, type LucideIcon, Pencil, Trash2 } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { classNames } from '#app/ui/class-names.ts';
import { ExternalLink } from '#app/ui/link.tsx';

/** The id of the link that opens a record's form. The focus returns to it. */
export const editLinkId = (recordId: string) => `edit-${recordId}`;

export interface RecordCardProps {
  title: string;
  /** A checkbox before the title. */
  choice?: ReactNode;
  /** Shown opposite the title. */
  status?: ReactNode;
  aside?: ReactNode;
  cover?: ReactNode;
  isMarked?: boolean;
  /** The record's id, where it can be edited: the card is marked while its form is open. */
  editId?: string;
  actions?: ReactNode;
  /** Which one it is, where the title does not say so. */
  name?: string;
  deleteLabel?: ReactNode;
  onDelete: (name: string) => void;
  children?: ReactNode;
}

/** One row of a list in the admin. */
export const RecordCard = ({
  title,
  choice,
  status,
  aside,
  cover,
  isMarked = false,
  editId,
  actions,
  name = title,
  deleteLabel = 'Delete',
  onDelete,
  children,
}: RecordCardProps) => (
  <article
    className={classNames(
      '@container flex h-full flex-col overflow-hidden rounded-sm border bg-surface',
      isMarked ? 'border-gold-soft' : 'border-hairline has-[[aria-current=true]]:border-gold-soft',
    )}
  >
    {cover}
    <div className="grid flex-1 grid-cols-[minmax(0,1fr)] content-start gap-3 p-5 sm:p-6">
      <header className="grid gap-1">
        <div className="flex items-start gap-x-3">
          {choice}
          <h3 dir="auto" className="min-w-0 flex-1 font-text text-lg leading-snug font-semibold">
            {title}
          </h3>
          {status}
        </div>
        {aside && <div className="text-sm text-muted">{aside}</div>}
      </header>
      {children}
    </div>
    <footer className="flex flex-wrap items-center border-t border-hairline px-1 py-1 @3xs:px-2.5 @sm:gap-x-1 @sm:px-4">
      {editId && <EditLink id={editId} name={name} />}
      {actions}
      <button
        type="button"
        onClick={() => onDelete(name)}
        className={classNames(
          cardActionClass,
          'ml-auto min-w-11 justify-center text-muted hover:text-danger',
        )}
      >
        <Trash2 className="size-4" />
        {deleteLabel}
        <span className="sr-only"> {name}</span>
      </button>
    </footer>
  </article>
);

/** The look of a card's action, a link or a button. */
export const cardActionClass =
  'inline-flex min-h-11 items-center gap-1.5 rounded-sm px-2 text-sm font-semibold text-gold underline-offset-4 hover:underline';

/** Opens the form of a record. */
function EditLink({ id, name }: { id: string; name: string }) {
  const [params] = useSearchParams();
  return (
    <Link
      id={editLinkId(id)}
      to={`?edit=${id}`}
      preventScrollReset
      aria-current={params.get('edit') === id ? 'true' : undefined}
      className={cardActionClass}
    >
      <Pencil className="size-4" />
      Edit<span className="sr-only"> {name}</span>
    </Link>
  );
}

interface CardLinkProps extends ComponentProps<'a'> {
  href: string;
  icon: LucideIcon;
  isExternal?: boolean;
}

/** A link out of the admin: to an email address, a file or another site. */
export function CardLink({ icon: Icon, isExternal = false, children, ...link }: CardLinkProps) {
  const Anchor = isExternal ? ExternalLink : 'a';
  return (
    <Anchor className={cardActionClass} {...link}>
      <Icon className="size-4" />
      {children}
    </Anchor>
  );
}

interface ChoiceLinksProps {
  label: string;
  name: string;
  /** The other parameters of the URL. */
  kept?: URLSearchParams;
  /** The first choice has no value; `count` is how many rows a choice has. */
  choices: { value: string | undefined; label: string; count?: string | undefined }[];
  chosen: string | undefined;
}

/** Returns the relative URL of a page with one parameter set or removed. */
export function toSearch(
  kept: URLSearchParams | undefined,
  name: string,
  value: string | undefined,
) {
  const params = new URLSearchParams(kept);
  params.delete(name);
  if (value !== undefined) params.set(name, value);
  return params.size > 0 ? `?${params}` : '.';
}

/** Filters of a list, as links. The URL names the chosen one. */
export const ChoiceLinks = ({ label, name, kept, choices, chosen }: ChoiceLinksProps) => (
  <nav
    aria-label={label}
    className="-mx-(--gutter) overflow-x-auto px-(--gutter) [scrollbar-width:none]"
  >
    <ul className="flex gap-1.5 sm:gap-2">
      {choices.map(({ value, label: text, count }) => (
        <li key={text} className="shrink-0">
          <Link
            to={toSearch(kept, name, value)}
            preventScrollReset
            aria-current={chosen === value ? 'true' : undefined}
            className={classNames(
              'inline-flex min-h-11 items-center gap-2 rounded-sm border px-3 text-sm font-semibold transition-colors focus-visible:-outline-offset-2 sm:px-4',
              chosen === value
                ? 'border-gold bg-gold-wash text-gold'
                : 'border-hairline text-muted hover:border-gold-soft hover:text-ink',
            )}
          >
            {text}
            {count !== undefined && <span className="font-normal">{count}</span>}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

/** Downloads a list as a file for spreadsheets. */
export const CsvLink = ({ href, what }: { href: string; what: string }) => (
  <CardLink icon={Download} href={href} download>
    Export CSV<span className="sr-only"> of the {what}</span>
  </CardLink>
);
