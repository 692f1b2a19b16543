import { Check, CircleHelp, Copy, TriangleAlert } from 'lucide-react';
import { Button } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { toast } from '#app/ui/toast.ts';
import type { DnsRecord, RecordState, SenderRecord } from '#domain/sender-records/sender-record.ts';

const abouts: Record<SenderRecord['kind'], string> = {
  SPF: 'which servers may send for you',
  DKIM: 'the key that your mails are signed with',
  DMARC: 'what becomes of forged mails',
  MX: 'where mail to your domain arrives',
};

const states: Record<RecordState, { word: string; look: string; icon: typeof Check }> = {
  good: { word: 'Found', look: 'text-success', icon: Check },
  weak: { word: 'Needs a change', look: 'text-danger', icon: TriangleAlert },
  missing: { word: 'Missing', look: 'text-danger', icon: TriangleAlert },
  unsure: { word: 'Not known', look: 'text-muted', icon: CircleHelp },
};

/** What was found of one kind of record, what it means, and what to put there. */
export function SenderRecordEntry({ kind, state, text, found, advised }: SenderRecord) {
  const { word, look, icon: Icon } = states[state];
  return (
    <li className="grid gap-3 border-t border-hairline py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h4 className="font-text font-semibold">
          {kind} <span className="font-normal text-muted">· {abouts[kind]}</span>
        </h4>
        <p className={classNames('flex items-center gap-1.5 text-sm font-semibold', look)}>
          <Icon className="size-4 self-center" />
          {word}
        </p>
      </div>
      <p className="max-w-prose">{text}</p>
      {found.map(({ name, value }) => (
        <RecordText key={`${name} ${value}`} label="Found" kind={kind} name={name} value={value} />
      ))}
      {advised && <Advice {...advised} hasOthers={found.length > 0} />}
    </li>
  );
}

interface RecordTextProps extends DnsRecord {
  label: string;
  kind: SenderRecord['kind'];
}

const RecordText = ({ label, kind, name, value }: RecordTextProps) => (
  <dl className="grid gap-1 text-sm">
    <dt className="break-all text-muted">
      {label}: {kind === 'MX' ? 'MX' : 'TXT'} of {name}
    </dt>
    <dd className="max-h-24 overflow-y-auto font-mono break-all">{value}</dd>
  </dl>
);

/** A record to be copied to where the domain is managed. */
function Advice({ name, value, hasOthers }: DnsRecord & { hasOthers: boolean }) {
  const copy = (text: string, what: string) =>
    navigator.clipboard.writeText(text).then(
      () => toast.success(`${what} copied`),
      // The browser does not allow it.
      () =>
        toast.error(`The ${what.toLowerCase()} could not be copied. Mark it and copy it by hand.`),
    );
  return (
    <div className="grid gap-3 rounded-sm border border-gold-soft bg-gold-wash/40 p-4">
      <p className="text-sm font-semibold">
        {hasOthers ? 'Put this in its place' : 'Add this record'}
      </p>
      <dl className="grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[4rem_minmax(0,1fr)]">
        <dt className="text-muted">Type</dt>
        <dd>TXT</dd>
        <dt className="text-muted">Name</dt>
        <dd className="font-mono break-all">{name}</dd>
        <dt className="text-muted">Value</dt>
        <dd className="font-mono break-all">{value}</dd>
      </dl>
      <div className="flex flex-wrap gap-3 max-sm:*:flex-1">
        <Button
          variant="secondary"
          onClick={() => void copy(value, 'Value')}
          className="px-3 whitespace-nowrap sm:px-5"
        >
          <Copy className="size-4" />
          Copy value<span className="sr-only"> of {name}</span>
        </Button>
        <Button
          variant="secondary"
          onClick={() => void copy(name, 'Name')}
          className="px-3 whitespace-nowrap sm:px-5"
        >
          <Copy className="size-4" />
          Copy name<span className="sr-only"> {name}</span>
        </Button>
      </div>
    </div>
  );
}
