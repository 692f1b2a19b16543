import { parseResponse } from 'hono/client';
import { type FormEvent, useState } from 'react';
import { useChange } from '#features/admin-ui/ui/index.ts';
import {
  type CustomerImport,
  customerFileLimits,
  importMailsPerMinute,
} from '#features/customers/rules/customer-import.ts';
import { formatDay } from '#rules/calendar-day.ts';
import type { Wire } from '#rules/wire.ts';
import { SubmitButton } from '#ui/button.tsx';
import { SidePanel } from '#ui/dialog.tsx';
import { RadioField } from '#ui/field.tsx';
import { toast } from '#ui/toast.ts';

type Summary = Wire<CustomerImport>;
type Mails = 'each' | 'none';

/** Imports old customers from a file, next to the list. */
export function CustomerImportPanel({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <SidePanel isOpen={isOpen} onClose={onClose} title="Import customers">
      {isOpen && <Import />}
    </SidePanel>
  );
}

const sent = (file: Blob) => ({
  init: { body: file, headers: { 'Content-Type': 'application/octet-stream' } },
});

function Import() {
  const [read, setRead] = useState<{ file: Blob; summary: Summary; isDone?: true }>();
  const reading = useChange({
    keys: [],
    // The content is kept, because a file that changes can't be sent again.
    async send(api, chosen: File) {
      const file = new Blob([await chosen.arrayBuffer()]);
      return {
        file,
        summary: await parseResponse(api.customers.import.preview.$post({}, sent(file))),
      };
    },
    saved: setRead,
    failed: 'The file was not read',
  });
  const importing = useChange({
    keys: ['customers', 'people'],
    async send(api, { file, mails }: { file: Blob; mails: Mails }) {
      const answer = api.customers.import.$post({ query: { mails } }, sent(file));
      return { file, summary: await parseResponse(answer), isDone: true as const };
    },
    saved(done) {
      setRead(done);
      toast.success(`Imported: ${describe(done.summary)}`);
    },
    failed: 'Nothing was imported',
  });
  function choose(file: File | undefined): void {
    setRead(undefined);
    if (file && file.size > customerFileLimits.bytes)
      toast.error('This file is larger than 1 MB. Divide it and import the parts.');
    else if (file) reading.mutate(file);
  }
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-5 pb-28">
      <p className="text-muted">
        The first line of the file names the columns: name, email or phone, course, date. The course
        is the title of one of your courses. The date is the day of the purchase. Without a date,
        access starts today.
      </p>
      <label className="grid gap-2">
        <span className="text-sm font-semibold">Customers (CSV)</span>
        <input
          type="file"
          accept=".csv,.txt,text/csv"
          aria-busy={reading.isPending}
          // Choosing the same file again, once it is corrected, reads it again.
          onClick={({ currentTarget }) => {
            currentTarget.value = '';
          }}
          onChange={({ target }) => choose(target.files?.[0])}
          className="min-h-12 w-full rounded-sm border border-hairline-strong bg-raised text-sm file:mr-4 file:min-h-12 file:border-0 file:bg-gold-wash file:px-4 file:font-semibold file:text-gold"
        />
      </label>
      <p role="status" className="font-semibold empty:hidden">
        {reading.isPending && 'Reading...'}
        {read && `${read.isDone ? 'Imported' : 'To import'}: ${describe(read.summary)}`}
      </p>
      {read && (
        <>
          {!read.isDone && read.summary.accesses > 0 && (
            <ImportForm
              summary={read.summary}
              isSending={importing.isPending}
              onSend={(mails) => importing.mutate({ file: read.file, mails })}
            />
          )}
          <Lines title="Access that has already ended" lines={read.summary.ended}>
            {({ name, title, ended_on }) => `${name}: ${title} ended on ${formatDay(ended_on)}.`}
          </Lines>
          <Lines
            title={read.isDone ? 'Lines that were left out' : 'Lines to correct'}
            lines={read.summary.faulty}
          >
            {({ reasons, text }) => (
              <>
                {reasons.join(' ')}
                <span className="block text-muted">{text}</span>
              </>
            )}
          </Lines>
        </>
      )}
    </div>
  );
}

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

/** Says what a file adds, and what it doesn't. */
function describe({ customers, accesses, imported_before, faulty }: Summary): string {
  const added =
    accesses === 0
      ? 'nothing new'
      : `${count(customers, 'new customer', 'new customers')}, ${count(accesses, 'access to a course', 'accesses to courses')}`;
  const before =
    imported_before > 0 && `${count(imported_before, 'line was', 'lines were')} imported before`;
  const wrong = faulty.length > 0 && `${count(faulty.length, 'line has', 'lines have')} mistakes`;
  return `${[added, before, wrong].filter(Boolean).join('. ')}.`;
}

interface ImportFormProps {
  summary: Summary;
  isSending: boolean;
  onSend: (mails: Mails) => void;
}

/** Asks whether the customers get an email, and imports. */
function ImportForm({ summary: { mails, faulty }, isSending, onSend }: ImportFormProps) {
  const [isMissing, setMissing] = useState(false);
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const chosen = mails === 0 ? 'none' : new FormData(event.currentTarget).get('mails');
    setMissing(chosen === null);
    if (chosen === 'each' || chosen === 'none') onSend(chosen);
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      {mails === 0 ? (
        <p className="text-muted">
          No email is sent: send them their private link from their page under People.
        </p>
      ) : (
        <RadioField
          id="import-mails"
          name="mails"
          label="Email with the private link"
          defaultValue={undefined}
          errors={isMissing ? ['Choose whether they get an email.'] : []}
          choices={[
            {
              value: 'each',
              label: `Send ${count(mails, 'email', 'emails')}`,
              hint: `One for each customer, at most ${importMailsPerMinute} a minute.`,
            },
            { value: 'none', label: 'Send no emails' },
          ]}
        />
      )}
      <SubmitButton isSending={isSending} className="justify-self-start max-sm:w-full">
        {isSending ? 'Importing...' : faulty.length > 0 ? 'Import the other lines' : 'Import'}
      </SubmitButton>
    </form>
  );
}

interface LinesProps<Line> {
  title: string;
  lines: readonly Line[];
  children: (line: Line) => React.ReactNode;
}

/** Lists lines of the file, by their number. */
const Lines = <Line extends { line_number: number }>({
  title,
  lines,
  children,
}: LinesProps<Line>) =>
  lines.length > 0 && (
    <section className="grid gap-1">
      <h3 className="font-text font-semibold">{title}</h3>
      <ul className="divide-y divide-hairline">
        {lines.map((line) => (
          <li key={line.line_number} className="py-2.5 text-sm break-words">
            Line {line.line_number}: {children(line)}
          </li>
        ))}
      </ul>
    </section>
  );
