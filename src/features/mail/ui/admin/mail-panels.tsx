import { type InferResponseType, parseResponse } from 'hono/client';
import { ChevronDown, Send, X } from 'lucide-react';
import { Link } from 'react-router';
import {
  type AdminApi,
  CardButton,
  Notice,
  statusOf,
  useAdminSession,
  useChange,
  useDeletions,
  useFocusAfterRemoval,
  useRead,
} from '#features/admin-ui/ui/index.ts';
import type { FailedMail } from '#features/mail/rules/failed-mail.ts';
import type { MailProblem } from '#features/mail/rules/mail.ts';
import { Button } from '#ui/button.tsx';
import { textLink } from '#ui/link.tsx';
import { toast } from '#ui/toast.ts';

/** The message for each problem, here and in the settings. */
export const mailProblems: Record<MailProblem, string> = {
  'not-set-up': 'Your clients don’t get any emails because email isn’t set up yet.',
  unreadable:
    'Your clients don’t get any emails. The saved email password can’t be read because this site has a new secret. Enter the password again.',
  failing: 'Your clients don’t get any emails. The last ones couldn’t be sent.',
};

/** Reads the email settings, and why clients get no emails. */
export const useMailServer = () =>
  useRead(['mail_server'], (api, init) => api.mail_server.$get({}, init));

/** Says that clients get no emails, with a link to fix it; nothing if they do. */
export function MailNotice() {
  const problem = useMailServer().data?.problem;
  if (!problem) return null;
  return (
    <section
      aria-label="Email"
      className="flex flex-wrap items-center gap-x-4 rounded-sm border border-danger bg-danger-wash px-4 py-1 text-[0.9375rem] leading-snug"
    >
      <span className="py-1.5 font-semibold text-danger">{mailProblems[problem]}</span>
      <Link to="/admin/settings/mail" className={`inline-flex min-h-11 items-center ${textLink}`}>
        {problem === 'not-set-up' ? 'Set up email' : 'Check your email settings'}
      </Link>
    </section>
  );
}

/** Ignores an email that another device has already handled. */
function unlessGone(error: unknown): void {
  if (statusOf(error) !== 404) throw error;
}

/** Undelivered emails, to be resent or dismissed; nothing if there are none. */
export function FailedMails({ mails }: { mails: FailedMail[] }) {
  const { api } = useAdminSession();
  const { ask, isHidden } = useDeletions();
  const shown = mails.filter(({ key }) => !isHidden(key));
  const { ref, rememberRow } = useFocusAfterRemoval(shown.length);
  const resend = useChange({
    keys: ['mail_deliveries'],
    async send(client, keys: string[]) {
      const { resend: resource } = client.failed_mails[':key'];
      for (const key of keys)
        await parseResponse(resource.$post({ param: { key } })).catch(unlessGone);
    },
    saved: (_, keys) =>
      toast.success(
        keys.length === 1
          ? 'Sending the email again.'
          : `${keys.length} emails are being sent again.`,
      ),
    failed: 'Failed to resend',
  });
  const dismiss = (gone: FailedMail[]) =>
    ask({
      ids: gone.map(({ key }) => key),
      table: 'mail_deliveries',
      noun: 'email',
      name: gone.length === 1 ? gone[0]?.subject || 'No subject' : `${gone.length} emails`,
      verb: 'Dismiss',
      question: (name) => `${name} won’t be sent, and this notice goes away.`,
      done: gone.length === 1 ? 'Email dismissed' : 'Emails dismissed',
      failed: (reason) => `Not all could be dismissed: ${reason}`,
      send: () =>
        Promise.all(
          gone.map(({ key }) =>
            parseResponse(
              api.failed_mails[':key'].$delete({ param: { key } }, { init: { keepalive: true } }),
            ).catch(unlessGone),
          ),
        ),
    });
  if (shown.length === 0) return null;
  const resendable = shown.filter(({ is_resendable }) => is_resendable);
  return (
    <Notice
      ref={ref}
      tabIndex={-1}
      aria-label="Undelivered emails"
      tone="danger"
      title={
        shown.length === 1
          ? 'An email could not be delivered.'
          : `${shown.length} emails could not be delivered.`
      }
    >
      {shown.length > 1 && (
        <div className="-mx-2 flex flex-wrap">
          {resendable.length > 1 && (
            <CardButton
              icon={Send}
              isBusy={resend.isPending}
              onClick={() => resend.mutate(resendable.map(({ key }) => key))}
            >
              Resend all
            </CardButton>
          )}
          <CardButton icon={X} onClick={() => dismiss(shown)}>
            Dismiss all
          </CardButton>
        </div>
      )}
      <ul>
        {shown.map((mail, index) => (
          <li
            key={mail.key}
            tabIndex={-1}
            onFocus={() => rememberRow(index)}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-danger/30 py-3 first:border-0"
          >
            <p className="min-w-0">
              <span className="font-medium">{mail.subject || 'No subject'}</span>
              <span className="block text-sm text-muted">To {mail.recipient}</span>
              {mail.last_error && (
                <span className="block text-sm text-muted">{mail.last_error}</span>
              )}
            </p>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              {mail.is_resendable && (
                <Button
                  variant="secondary"
                  aria-disabled={resend.isPending}
                  onClick={() => !resend.isPending && resend.mutate([mail.key])}
                >
                  <Send className="size-4" />
                  Resend<span className="sr-only"> {mail.subject}</span>
                </Button>
              )}
              <CardButton
                icon={X}
                spoken={` ${mail.subject}`}
                onClick={() => dismiss([mail])}
                className="-mr-2"
              >
                Dismiss
              </CardButton>
            </div>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

type CapturedMail = NonNullable<InferResponseType<AdminApi['captured_mails']['$get'], 200>>[number];

/** Emails that were stored because email is not set up; nothing if there are none. */
export const CapturedMails = ({ mails }: { mails: CapturedMail[] }) =>
  mails.length > 0 && (
    <Notice aria-label="Unsent emails" tone="quiet" title="Unsent emails" detail={mails.length}>
      <p className="max-w-prose text-sm text-muted">
        Email is not set up yet, so these were not sent. New ones are sent once you{' '}
        <Link to="/admin/settings/mail" className={textLink}>
          set up email
        </Link>
        .
      </p>
      <ul className="mt-4 border-t border-hairline">
        {mails.map((mail) => (
          <li key={mail.name} className="border-b border-hairline last:border-0">
            <CapturedMailEntry {...mail} />
          </li>
        ))}
      </ul>
    </Notice>
  );

const CapturedMailEntry = ({ subject, to, text, captured_at }: CapturedMail) => (
  <details className="group">
    <summary className="flex cursor-pointer items-start gap-4 py-4 transition-colors hover:text-gold [&::-webkit-details-marker]:hidden">
      <span className="grid min-w-0 flex-1 gap-x-8 gap-y-0.5 sm:grid-cols-[minmax(0,1fr)_auto]">
        <span className="min-w-0 font-semibold">{subject || 'No subject'}</span>
        <span className="text-sm text-muted sm:text-right">{captured_at}</span>
        <span className="min-w-0 text-sm text-muted">To {to}</span>
      </span>
      <ChevronDown className="mt-1 size-4.5 shrink-0 text-gold transition-transform group-open:rotate-180" />
    </summary>
    <p className="mb-6 max-w-prose border-l border-hairline-strong pl-5 whitespace-pre-line text-muted">
      {text || 'This email has no text.'}
    </p>
  </details>
);
