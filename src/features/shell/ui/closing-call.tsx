import { ButtonLink } from '#ui/button.tsx';
import { Link, textLink } from '#ui/link.tsx';
import { useSettings } from './settings.ts';

/** The same in one line, for the end of a list. */
export function ClosingLine({ question }: { question: string }) {
  const { call } = useSettings();
  return (
    <p className="container-site mt-auto pt-6 pb-(--section) text-muted">
      {question}{' '}
      <Link to={call.href} className={textLink}>
        {call.label}
      </Link>
    </p>
  );
}

interface ClosingCallProps {
  title?: string;
  /** Replaces the description of the free call. */
  text?: string;
  /** The button text if there is a free call. */
  action?: string;
}

/** The call to action at the end of a page: a free call or, if no call is free, a session. */
export function ClosingCall({ title = 'Talk it through first', text, action }: ClosingCallProps) {
  const { call } = useSettings();
  return (
    <section aria-labelledby="call-title" className="mt-auto border-t border-hairline bg-surface">
      <div className="container-site flex flex-col items-start gap-x-12 gap-y-6 py-12 md:flex-row md:items-center md:justify-between lg:py-16">
        <div className="max-w-2xl">
          <h2 id="call-title" className="font-display text-3xl lg:text-4xl">
            {title}
          </h2>
          <p className="mt-3 text-muted">
            {text ?? call.details ?? 'Bring your questions and your charts to a session.'}
          </p>
        </div>
        <ButtonLink to={call.href} className="shrink-0">
          {(call.details && action) || call.label}
        </ButtonLink>
      </div>
    </section>
  );
}
