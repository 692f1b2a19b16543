import { Children, type ComponentProps, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { ExternalLink, Link, type LinkProps } from './link.tsx';

type Variant = 'primary' | 'secondary' | 'danger';

/** As high as a single-line field: the padding leaves room for a border. */
const base =
  'button inline-flex min-h-12 items-center justify-center gap-2.5 rounded-sm px-7 py-2.5 text-[0.9375rem] font-semibold tracking-[0.01em] transition duration-200 ease-out select-none aria-disabled:cursor-not-allowed';

const variants: Record<Variant, string> = {
  primary:
    'bg-gold-soft text-on-gold hover:[filter:brightness(1.06)] active:[filter:brightness(0.95)] disabled:opacity-60 disabled:hover:[filter:none]',
  secondary:
    'border border-hairline-strong text-ink hover:border-gold hover:text-gold active:bg-gold-wash disabled:opacity-60',
  danger:
    'border border-danger text-danger hover:bg-danger-wash active:[filter:brightness(0.95)] disabled:opacity-60',
};

/** Returns the class of a button, for elements that look like one. */
export const buttonClass = (variant: Variant = 'primary', className?: string) =>
  classNames(base, variants[variant], className);

interface Look {
  /** `primary` by default. */
  variant?: Variant;
  className?: string;
}

const isText = (child: ReactNode) => typeof child === 'string' || typeof child === 'number';

/**
 * Wraps texts that have siblings in spans. A browser that translates the page replaces text nodes,
 * and React cannot update a removed node or insert anything before it.
 */
function wrapTexts(children: ReactNode): ReactNode {
  const parts = Children.toArray(children);
  if (parts.length < 2) return children;
  return parts.map((part, index) => {
    if (!isText(part)) return part;
    if (isText(parts[index - 1])) return null;
    const rest = parts.slice(index);
    const end = rest.findIndex((one) => !isText(one));
    const text = (end < 0 ? rest : rest.slice(0, end)).join('');
    // biome-ignore lint/suspicious/noArrayIndexKey: the other children have index keys too
    return text.trim() ? <span key={`text-${index}`}>{text}</span> : text;
  });
}

/** A button. Its `type` is `button` by default. */
export const Button = ({
  variant,
  className,
  children,
  ...props
}: ComponentProps<'button'> & Look) => (
  <button type="button" className={buttonClass(variant, className)} {...props}>
    {wrapTexts(children)}
  </button>
);

/**
 * Submits a form. While sending, it does nothing, but is not `disabled`, which would lose the
 * focus.
 */
export const SubmitButton = ({
  isSending,
  className,
  ...props
}: ComponentProps<typeof Button> & { isSending: boolean }) => (
  <Button
    type="submit"
    aria-disabled={isSending || undefined}
    onClick={(event) => isSending && event.preventDefault()}
    className={classNames('aria-disabled:opacity-60', className)}
    {...props}
  />
);

/** A link within the site that looks like a button. */
export const ButtonLink = ({ variant, className, ...props }: LinkProps & Look) => (
  <Link className={buttonClass(variant, className)} {...props} />
);

type ExternalLinkProps = ComponentProps<typeof ExternalLink>;

/** A link to another site that looks like a button. */
export const ExternalButtonLink = ({ variant, className, ...props }: ExternalLinkProps & Look) => (
  <ExternalLink className={buttonClass(variant, className)} {...props} />
);

type IconButtonProps = ComponentProps<'button'> & { label: string };

const iconButtonClass =
  'size-11 shrink-0 place-items-center rounded-sm text-ink transition-colors hover:text-gold disabled:opacity-40';

/** A square button with an icon and an accessible name. */
export const IconButton = ({ label, className, ...props }: IconButtonProps) => (
  <button
    type="button"
    aria-label={label}
    className={classNames('grid', iconButtonClass, className)}
    {...props}
  />
);

/** A link that replaces an icon button without JavaScript. */
export const ButtonWithoutScripts = ({
  label,
  className,
  ...props
}: ComponentProps<'a'> & { label: string }) => (
  // biome-ignore lint/a11y/useSemanticElements: a button would do nothing without JavaScript
  <a
    role="button"
    aria-label={label}
    className={classNames('hidden noscript:grid', iconButtonClass, className)}
    {...props}
  />
);
