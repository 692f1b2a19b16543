interface Lead {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  source: string;
  message: string | null;
  /** As it is shown. */
  receivedAt: string;
}

/** Messages and inquiries, one card each. */
export function LeadList({ leads }: { leads: Lead[] }) {
  return (
    <ul className="grid gap-4 lg:grid-cols-2">
      {leads.map((lead) => (
        <li key={lead.id} className="min-w-0">
          <LeadCard {...lead} />
        </li>
      ))}
    </ul>
  );
}

function LeadCard({ name, email, phone, source, message, receivedAt }: Lead) {
  return (
    <article className="grid h-full content-start gap-4 rounded-sm border border-hairline bg-surface p-6">
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 className="min-w-0 font-text text-lg font-semibold">{name}</h3>
        <p className="text-sm text-muted">{receivedAt}</p>
      </header>
      <p className="label-caps text-gold">{source}</p>
      <p className="flex flex-wrap gap-x-6 gap-y-1">
        <a
          href={`mailto:${encodeURIComponent(email)}`}
          className="min-w-0 font-medium text-gold underline decoration-gold-soft/50 underline-offset-4 hover:decoration-gold"
        >
          {email}
        </a>
        {phone && <span>{phone}</span>}
      </p>
      {message && (
        <p className="border-t border-hairline pt-4 whitespace-pre-line text-ink">{message}</p>
      )}
    </article>
  );
}
