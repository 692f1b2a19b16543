import { parseResponse } from 'hono/client';
import { ArrowRight, Check } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import {
  type ConfirmableStep,
  type FirstStep,
  isConfirmable,
  type FirstSteps as Progress,
} from '#features/admin/rules/first-steps.ts';
import {
  CardButton,
  cardActionClass,
  FailedNotice,
  Notice,
  useChange,
  useRead,
} from '#features/admin-ui/ui/index.ts';
import { classNames } from '#ui/class-names.ts';
import { Link, textLink } from '#ui/link.tsx';
import { toast } from '#ui/toast.ts';

interface StepWords {
  title: string;
  text: string;
  /** The page where the step is done. */
  link?: { to: string; label: string };
  /** The label of the button that confirms the step. */
  confirmation?: string;
}

const textsOfFounder = { to: '/admin/settings/texts', label: 'Add details' };

const words: Record<FirstStep, StepWords> = {
  facts: {
    title: 'Your contact details',
    text: 'Your email address, phone number, links and groups. Remove what you don’t use. Sample details are never shown on the live site.',
    link: { to: '/admin/settings/site', label: 'Add details' },
  },
  prices: {
    title: 'Your prices',
    text: 'What your plans and sessions cost and contain, and whether there is a sale.',
    link: { to: '/admin/settings/offers', label: 'Review' },
    confirmation: 'Looks good',
  },
  package: {
    title: 'The sessions of your package',
    text: 'How many sessions your package has. Once it is paid, clients book the others from their private page. Until you choose, it is one session.',
    link: { to: '/admin/settings/offers', label: 'Choose the number' },
    confirmation: 'One session',
  },
  payments: {
    title: 'How clients pay you',
    text: 'Your bank and business details. Once you add them, clients see how to pay after they book a session or order a plan.',
    link: { to: '/admin/settings/payments', label: 'Add details' },
    confirmation: 'Not needed',
  },
  contents: {
    title: 'The contents of your courses',
    text: 'The lessons of the courses that you sell: films, PDFs and texts, for the clients who bought them.',
    link: { to: '/admin/courses', label: 'Add contents' },
    confirmation: 'I send them myself',
  },
  hours: {
    title: 'Your hours',
    text: 'When clients can book, your time zone and your meeting links.',
    link: { to: '/admin/settings/booking', label: 'Review' },
    confirmation: 'Looks good',
  },
  mentor: {
    title: 'Who you are',
    text: 'Your name, your city and one sentence about your record, under About page, The founder. Clients want to know who they pay.',
    link: textsOfFounder,
  },
  portrait: {
    title: 'Your portrait',
    text: 'Shown on the home page and the about page. Until you add one, the space for it stays hidden.',
    link: { to: '/admin/settings/pictures', label: 'Choose a picture' },
  },
  mail: {
    title: 'Set up email',
    text: 'Clients get their confirmations and reminders by email, and you get your notices.',
    link: { to: '/admin/settings/mail', label: 'Set up email' },
  },
  'second-factor': {
    title: 'Two-step sign-in',
    text: 'Adds a code from your phone, so a stolen password isn’t enough.',
    link: { to: '/admin/account#two-factor', label: 'Set it up' },
  },
  privacy: {
    title: 'Privacy and terms',
    text: 'By law, your site must say how you use people’s data. We’ve written most of it. Just replace the text in [brackets] with your details.',
    link: { to: '/admin/settings/legal', label: 'Add details' },
  },
  backup: {
    title: 'A backup',
    text: 'All your data is stored on one server. Download a backup at the end of this page and keep it on another device, or ask your developer to store a copy elsewhere every night.',
    confirmation: 'I’ve saved one',
  },
};

/** Reminds the mentor that visitors can't see whose site this is. */
export function NameReminder() {
  const { data } = useFirstSteps();
  if (!data?.is_nameless) return null;
  return (
    <Notice tone="gold" aria-label="Your name" title="Your site doesn’t say who you are.">
      <p className="max-w-prose text-sm text-muted">
        Clients want to know who they pay. Add your name under About page, The founder.
      </p>
      <Link to={textsOfFounder.to} className={classNames(cardActionClass, '-mx-2')}>
        Add your name
        <ArrowRight className="size-4" />
      </Link>
    </Notice>
  );
}

/** Names the courses that can be bought, but have no published lesson. */
export function EmptyCourses() {
  const courses = useFirstSteps().data?.sold_without_contents ?? [];
  if (courses.length === 0) return null;
  return (
    <Notice
      tone="gold"
      aria-label="Courses without contents"
      title={
        courses.length === 1
          ? 'You sell a course without contents.'
          : 'You sell courses without contents.'
      }
      detail={String(courses.length)}
    >
      <p className="max-w-prose text-sm text-muted">
        Clients can buy them, but there is no published lesson that they could open.
      </p>
      <ul>
        {courses.map(({ id, title }) => (
          <li key={id} className="min-w-0 break-words">
            <Link
              to={`/admin/courses?contents=${id}`}
              className={classNames(cardActionClass, '-mx-2')}
            >
              <span className="sr-only">Add contents to </span>
              {title}
              <ArrowRight className="size-4 shrink-0" />
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** What the mentor still has to set up on a new site, until it is done or hidden. */
export function FirstSteps() {
  const { data, isError, dismiss, confirm, ...query } = useFirstSteps();
  const summary = useRef<HTMLElement>(null);
  if (!data && isError) return <FailedNotice text="Can’t load the first steps." query={query} />;
  if (!data || data.is_dismissed || data.steps.every(({ is_done }) => is_done)) return null;

  return (
    <Notice
      tone="gold"
      aria-label="First steps"
      summaryRef={summary}
      title="First steps"
      detail={`${countDone(data)} of ${data.steps.length} done`}
    >
      <ul className="-mt-2 divide-y divide-hairline">
        {data.steps.map(({ name, is_done }) => (
          <Step key={name} isDone={is_done} {...words[name]}>
            {isConfirmable(name) && (
              <CardButton
                icon={Check}
                spoken={` (${words[name].title})`}
                // The button disappears, so the focus moves to the summary.
                onClick={() => confirm.mutate(name, { onSuccess: () => summary.current?.focus() })}
              >
                {words[name].confirmation}
              </CardButton>
            )}
          </Step>
        ))}
      </ul>
      <button
        type="button"
        onClick={() => dismiss.mutate()}
        className={classNames(cardActionClass, '-mx-2 text-muted')}
      >
        Hide this list
      </button>
    </Notice>
  );
}

interface StepProps extends StepWords {
  isDone: boolean;
  /** More actions for this step. */
  children: ReactNode;
}

const Step = ({ title, text, link, isDone, children }: StepProps) => (
  <li className="flex flex-wrap items-start gap-x-4 gap-y-1 py-3">
    <span
      className={classNames(
        'mt-0.5 grid size-6 shrink-0 place-items-center rounded-full border',
        isDone ? 'border-success text-success' : 'border-hairline-strong',
      )}
    >
      {isDone && <Check className="size-4" strokeWidth={2.25} />}
    </span>
    <div className="min-w-0 flex-1 basis-64">
      <h3 className={classNames('font-text text-base font-semibold', isDone && 'text-muted')}>
        {title}
        {isDone && <span className="sr-only">: done</span>}
      </h3>
      {!isDone && <p className="max-w-prose text-sm text-muted">{text}</p>}
    </div>
    {!isDone && (
      <div className="-mr-2 flex flex-wrap items-center gap-x-2 max-sm:ml-8">
        {children}
        {link && (
          <Link to={link.to} className={cardActionClass}>
            {link.label}
            <span className="sr-only"> ({title})</span>
            <ArrowRight className="size-4" />
          </Link>
        )}
      </div>
    )}
  </li>
);

/** Shows the first steps again if they were hidden before all were done. */
export function HiddenSteps() {
  const { data, recall } = useFirstSteps();
  if (!data?.is_dismissed || countDone(data) === data.steps.length) return null;
  return (
    <p className="text-muted">
      First steps: {countDone(data)} of {data.steps.length} done.{' '}
      <button type="button" onClick={() => recall.mutate()} className={textLink}>
        Show them on Today again
      </button>
    </p>
  );
}

const keys = ['first_steps'];

/** Returns how many of the first steps are done. */
const countDone = ({ steps }: Progress): number => steps.filter(({ is_done }) => is_done).length;

/** Reads the progress of the first steps, and confirms, hides or shows them. */
function useFirstSteps() {
  const { data, isError, isFetching, refetch } = useRead(
    keys,
    (api, init) => api['first-steps'].$get({}, init),
    // The step may have been completed on another page.
    { staleTime: 0 },
  );
  const recall = useChange({
    keys,
    send: (api) => parseResponse(api['first-steps'].dismissal.$delete()),
  });
  const dismiss = useChange({
    keys,
    send: (api) => parseResponse(api['first-steps'].dismissal.$post()),
    saved: () =>
      toast.success('List hidden. You can bring it back in Settings.', {
        action: { label: 'Undo', onClick: () => recall.mutate() },
      }),
  });
  const confirm = useChange({
    keys,
    send: (api, step: ConfirmableStep) =>
      parseResponse(api['first-steps'].confirmations.$post({ json: { step } })),
  });
  return { data, isError, isFetching, refetch, recall, dismiss, confirm };
}
