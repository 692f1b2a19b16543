import type { ReactNode } from 'react';
import { Candle } from '#ui/candle.tsx';
import { Link, textLink } from '#ui/link.tsx';

interface SignInLayoutProps {
  title: string;
  introduction?: string | undefined;
  notice?: ReactNode;
  /** An error that does not belong to a form. */
  alert?: ReactNode;
  links?: { label: string; to: string }[];
  children?: ReactNode;
}

/** A sign-in page: a heading and a form in the centre of the screen. */
export const SignInLayout = (props: SignInLayoutProps) => (
  <div className="container-site grid min-h-[calc(100svh-1px)] middle pt-[calc(var(--header-height)+2.5rem)] pb-20">
    <section className="mx-auto w-full max-w-md border border-hairline bg-surface px-6 py-10 shadow-lift sm:px-10 sm:py-12">
      <Candle className="h-9 w-3" />
      <h1 className="mt-6 text-[2.125rem] leading-tight tracking-[-0.012em]">{props.title}</h1>
      <p className="mt-3 mb-8 text-muted">{props.introduction}</p>
      {props.notice && (
        <p
          role="status"
          className="mb-8 rounded-sm border border-success px-4 py-3 font-medium text-success"
        >
          {props.notice}
        </p>
      )}
      {props.alert && (
        <p
          role="alert"
          className="mb-8 rounded-sm border border-danger bg-danger-wash px-4 py-3 font-medium text-danger"
        >
          {props.alert}
        </p>
      )}
      {props.children}
      {!!props.links?.length && (
        <ul className="mt-8 grid gap-x-6 gap-y-1 border-t border-hairline pt-5 text-[0.9375rem] sm:grid-cols-2">
          {props.links.map(({ label, to }) => (
            <li key={to}>
              <Link to={to} className={`inline-block py-1.5 ${textLink}`}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  </div>
);
