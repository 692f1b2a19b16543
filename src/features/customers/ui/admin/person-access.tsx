import { CalendarClock, CalendarPlus, Copy, KeyRound, Link2, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { CardButton, Loaded, WhatsAppLink } from '#features/admin-ui/ui/index.ts';
import { libraryMessage, sourceWords } from '#features/customers/rules/access-state.ts';
import { isGiven } from '#features/customers/rules/index.ts';
import { copyText } from '#ui/copy-button.tsx';
import { textLink } from '#ui/link.tsx';
import { type Question, QuestionDialog } from '#ui/question-dialog.tsx';
import {
  changeWords,
  EndForm,
  GiveForm,
  GiveSessionsForm,
  type Recipient,
  TakeForm,
} from './access-forms.tsx';
import { AccessDetails } from './access-text.tsx';
import { type Access, type Customer, useCustomer, useLinkRenewal } from './use-customers.ts';

interface PersonAccessProps {
  /** The ids of the person as a customer: usually one. */
  customerIds: string[];
  /** For a person who is no customer yet. */
  contact: Omit<Recipient, 'access' | 'customerId'>;
}

/** What a person can open, and what the mentor can do about it. A link from a lead opens the form with its course. */
export function PersonAccess({ customerIds, contact }: PersonAccessProps) {
  const given: unknown = useLocation().state?.give;
  const heading = useRef<HTMLHeadingElement>(null);
  const [giving, setGiving] = useState<{ to: string; what: Gift } | undefined>(
    given === undefined ? undefined : { to: customerIds[0] ?? newCustomer, what: 'access' },
  );
  const toGive = (to: string) => ({
    opened: giving?.to === to ? giving.what : undefined,
    courseId: typeof given === 'string' ? given : undefined,
    onOpen: (what: Gift) => setGiving({ to, what }),
    onLeave() {
      heading.current?.focus({ preventScroll: true });
      setGiving(undefined);
    },
  });
  return (
    <section aria-labelledby="access-title" className="mt-8 grid gap-3">
      <h3 ref={heading} id="access-title" tabIndex={-1} className="label-caps font-text text-muted">
        Access
      </h3>
      {customerIds.length === 0 && (
        <div className="grid gap-3 border-t border-hairline pt-3">
          <p className="text-muted">{noAccess}</p>
          <Give to={{ ...contact, access: [] }} {...toGive(newCustomer)} />
        </div>
      )}
      {customerIds.map((id) => (
        <OneCustomer key={id} id={id} isNamed={customerIds.length > 1} give={toGive(id)} />
      ))}
    </section>
  );
}

const newCustomer = 'new';
const noAccess = 'They have no course and no package yet.';

type Gift = 'access' | 'sessions';

interface GiveState {
  /** Which form is open. */
  opened: Gift | undefined;
  /** The course that is chosen at first. */
  courseId: string | undefined;
  onOpen: (what: Gift) => void;
  onLeave: () => void;
}

/** The buttons and the forms that give access to a course, and sessions. */
function Give({ to, opened, courseId, onOpen, onLeave }: GiveState & { to: Recipient }) {
  if (opened === 'access') return <GiveForm to={to} courseId={courseId} onLeave={onLeave} />;
  if (opened === 'sessions') return <GiveSessionsForm to={to} onLeave={onLeave} />;
  return (
    <div className="-mx-2 flex flex-wrap">
      <CardButton icon={KeyRound} onClick={() => onOpen('access')}>
        Give access
      </CardButton>
      <CardButton icon={CalendarPlus} onClick={() => onOpen('sessions')}>
        Give sessions
      </CardButton>
    </div>
  );
}

interface OneCustomerProps {
  id: string;
  isNamed: boolean;
  give: GiveState;
}

function OneCustomer({ id, isNamed, give }: OneCustomerProps) {
  const customer = useCustomer(id);
  return (
    <Loaded query={customer} failed="Their access could not be loaded." skeleton="h-32">
      {(found) => (
        <div className="grid gap-3 border-t border-hairline pt-3">
          {isNamed && (
            <p className="font-semibold break-words">
              <bdi>{found.name}</bdi> · {found.email ?? found.phone}
            </p>
          )}
          {found.access.length === 0 && <p className="text-muted">{noAccess}</p>}
          <ul className="grid gap-3 empty:hidden">
            {found.access.map((access) => (
              <AccessItem key={access.id} access={access} hasEmail={found.email !== null} />
            ))}
          </ul>
          <Give to={{ ...found, customerId: id }} {...give} />
          <PrivateLink customer={found} />
        </div>
      )}
    </Loaded>
  );
}

/** One access, with the forms that change it. */
function AccessItem({ access, hasEmail }: { access: Access; hasEmail: boolean }) {
  const { title, state, source, source_id, ends_reason, sessions } = access;
  const [task, setTask] = useState<'end' | 'take'>();
  const row = useRef<HTMLLIElement>(null);
  function onLeave() {
    row.current?.focus({ preventScroll: true });
    setTask(undefined);
  }
  const props = { access, hasEmail, onLeave };
  return (
    <li
      ref={row}
      tabIndex={-1}
      className="grid gap-2 rounded-sm border border-hairline bg-surface p-4 sm:p-5"
    >
      <AccessDetails access={access} />
      <p className="text-sm break-words text-muted">
        {source === 'order' ? (
          <Link to={`/admin/money?order=${source_id}`} className={textLink}>
            {sourceWords.order}
          </Link>
        ) : (
          sourceWords[source]
        )}
        {ends_reason && ` · ${sessions ? 'Your reason' : 'You changed the end'}: ${ends_reason}`}
      </p>
      {state !== 'taken' && task === undefined && (
        <div className="-mx-2 -mb-2 flex flex-wrap">
          <CardButton icon={CalendarClock} spoken={`: ${title}`} onClick={() => setTask('end')}>
            {changeWords(access)}
          </CardButton>
          {isGiven(state) && (
            <CardButton icon={X} spoken={`: ${title}`} onClick={() => setTask('take')}>
              Take away
            </CardButton>
          )}
        </div>
      )}
      {task === 'end' && <EndForm {...props} />}
      {task === 'take' && <TakeForm {...props} />}
    </li>
  );
}

/** The private link of a customer: to send, copy and replace. */
function PrivateLink({ customer }: { customer: Customer }) {
  const { name, phone, href, browsers } = customer;
  const renewal = useLinkRenewal(customer);
  const [question, ask] = useState<Question>();
  const askToRenew = () =>
    ask({
      title: 'Replace the private link?',
      text: 'The link that they have stops working. Send them the new one.',
      action: 'New link',
      isDanger: true,
      onYes: () => renewal.mutate(),
    });
  return (
    <div className="grid gap-1">
      {browsers !== null && (
        <p className="border-l-2 border-danger bg-danger-wash px-4 py-2.5 text-[0.9375rem]">
          {browsers} browsers opened this link within a week. If they share it, replace it.
        </p>
      )}
      <p className="text-sm text-muted">The private link to their library is for them alone.</p>
      <div className="-mx-2 flex flex-wrap items-center gap-x-1">
        <WhatsAppLink phone={phone} spoken={` to ${name}`} text={libraryMessage(name, href)}>
          Send by WhatsApp
        </WhatsAppLink>
        <CardButton icon={Copy} onClick={() => copyText({ text: href, what: 'Link' })}>
          Copy link
        </CardButton>
        <CardButton icon={Link2} isBusy={renewal.isPending} onClick={askToRenew}>
          New link
        </CardButton>
      </div>
      <QuestionDialog question={question} onClose={() => ask(undefined)} />
    </div>
  );
}
