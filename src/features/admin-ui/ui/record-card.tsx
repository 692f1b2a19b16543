import { Download, type LucideIcon, MessageCircle, Pencil, Trash2 } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps, useSearchParams } from 'react-router';
import { whatsAppHref } from '#rules/phone-number.ts';
import { classNames } from '#ui/class-names.ts';
import { ExternalLink } from '#ui/link.tsx';

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
  /** The id of an editable record. The card is highlighted while its form is open. */
  editId?: string;
  actions?: ReactNode;
  /** The record's name, if the title does not contain it. */
  name?: string;
  deleteLabel?: ReactNode;
  /** Missing where rows are never deleted. */
  onDelete?: (name: string) => void;
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
      {onDelete && (
        <CardButton
          icon={Trash2}
          spoken={` ${name}`}
          onClick={() => onDelete(name)}
          className="ml-auto min-w-11 justify-center text-muted hover:text-danger"
        >
          {deleteLabel}
        </CardButton>
      )}
    </footer>
  </article>
);

/** The class of a card's action. */
export const cardActionClass =
  'inline-flex min-h-11 items-center gap-1.5 rounded-sm px-2 text-sm font-semibold text-gold underline-offset-4 hover:underline';

interface ActionProps {
  icon: LucideIcon;
  /** What screen readers add to the label: ` Jane Doe`. */
  spoken?: string | false | undefined;
  className?: string | undefined;
  children?: ReactNode;
}

/** Returns the class and the content of an action. */
const toAction = ({ icon: Icon, spoken, className, children }: ActionProps) => ({
  className: classNames(cardActionClass, className),
  children: (
    <>
      <Icon className="size-4" />
      {children}
      {spoken && <span className="sr-only">{spoken}</span>}
    </>
  ),
});

type CardButtonProps = ActionProps & ComponentProps<'button'> & { isBusy?: boolean };

/** An action of a card. While it is busy it does nothing, but keeps the focus. */
export const CardButton = ({ icon, spoken, isBusy, onClick, ...props }: CardButtonProps) => (
  <button
    type="button"
    {...props}
    {...toAction({ ...props, icon, spoken })}
    aria-disabled={isBusy}
    onClick={isBusy ? undefined : onClick}
  />
);

/** An action that opens a page of the admin. */
export const CardPageLink = ({ icon, spoken, ...props }: ActionProps & LinkProps) => (
  <Link preventScrollReset {...props} {...toAction({ ...props, icon, spoken })} />
);

type CardLinkProps = ActionProps & ComponentProps<'a'> & { href: string; isExternal?: boolean };

/** A link out of the admin: to an email address, a file or another site. */
export function CardLink({ icon, spoken, isExternal = false, ...link }: CardLinkProps) {
  const Anchor = isExternal ? ExternalLink : 'a';
  return <Anchor {...link} {...toAction({ ...link, icon, spoken })} />;
}

interface WhatsAppLinkProps {
  phone: string | null;
  /** The person or text, for screen readers. */
  spoken: string;
  text?: string;
  onClick?: () => void;
  children?: ReactNode;
}

/** Opens a WhatsApp chat with someone who gave a phone number. */
export function WhatsAppLink({ phone, text, children = 'WhatsApp', ...link }: WhatsAppLinkProps) {
  const href = phone && whatsAppHref(phone);
  if (!href) return null;
  const query = text ? `?text=${encodeURIComponent(text)}` : '';
  return (
    <CardLink icon={MessageCircle} href={href + query} isExternal {...link}>
      {children}
    </CardLink>
  );
}

/** Opens the form of a record. */
function EditLink({ id, name }: { id: string; name: string }) {
  const [params] = useSearchParams();
  return (
    <CardPageLink
      icon={Pencil}
      spoken={` ${name}`}
      id={editLinkId(id)}
      to={`?edit=${id}`}
      aria-current={params.get('edit') === id ? 'true' : undefined}
    >
      Edit
    </CardPageLink>
  );
}

interface ChoiceLinksProps {
  label: string;
  name: string;
  /** The other parameters of the URL. */
  kept?: URLSearchParams;
  /** The first choice has no value. `count` is the number of rows of a choice. */
  choices: { value: string | undefined; label: string; count?: string | undefined }[];
  chosen: string | undefined;
}

/** Returns a relative URL with one parameter set or removed. */
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

/** The filters of a list, as links. The chosen one is in the URL. */
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

/** Downloads a list as a CSV file. */
export const CsvLink = ({ href, what }: { href: string; what: string }) => (
  <CardLink icon={Download} href={href} download spoken={` of the ${what}`}>
    Export CSV
  </CardLink>
);
