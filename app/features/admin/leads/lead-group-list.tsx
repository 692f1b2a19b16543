import { parseResponse } from 'hono/client';
import { Mail, MessageCircle } from 'lucide-react';
import { ExternalLink } from '#app/ui/link.tsx';
import { site } from '#content/site.ts';
import { replyHref, whatsAppHref } from '#domain/contact-links.ts';
import type { LeadGroup } from '#domain/lead-group.ts';
import { formatDateAndClock } from '#domain/time-zone.ts';
import { useAdminApi } from '../admin-api.ts';
import { AdminCard, cardActionClass } from '../list/admin-card.tsx';
import { AdminList } from '../list/admin-list.tsx';
import { useAdminList } from '../list/use-admin-list.ts';

interface LeadGroupListProps {
  group: LeadGroup;
  label: string;
  search: string;
  columns: 'one' | 'three';
}

/** Leads on a page: fewer where the groups stand side by side. */
const pageSizes = { one: '6', three: '30' };

/** The leads of one group. */
export function LeadGroupList({ group, label, search, columns }: LeadGroupListProps) {
  const api = useAdminApi();
  const limit = pageSizes[columns];
  const list = useAdminList({
    table: 'leads',
    what: 'leads',
    filter: { group, search, limit },
    readPage: (cursor, signal) =>
      parseResponse(
        api.leads.$get({ query: { group, search, limit, cursor } }, { init: { signal } }),
      ),
  });
  return (
    <AdminList
      list={list}
      label={`${label} leads`}
      emptyText="No leads in this category."
      columns={columns}
    >
      {({ id, name, email, phone, source, message, created_at }) => (
        <AdminCard
          title={name}
          aside={
            <time dateTime={created_at}>
              {formatDateAndClock(created_at, site.timeZone)} {site.timeZoneLabel}
            </time>
          }
          actions={
            <>
              <a href={replyHref(email, `Re: ${site.name}: ${source}`)} className={cardActionClass}>
                <Mail aria-hidden className="size-4" strokeWidth={1.75} />
                Reply<span className="sr-only"> to {name} by mail</span>
              </a>
              {phone && whatsAppHref(phone) && (
                <ExternalLink href={whatsAppHref(phone) ?? ''} className={cardActionClass}>
                  <MessageCircle aria-hidden className="size-4" strokeWidth={1.75} />
                  WhatsApp<span className="sr-only"> to {name}</span>
                </ExternalLink>
              )}
            </>
          }
          deletion={{
            id,
            table: 'leads',
            noun: 'lead',
            name,
            send: () =>
              parseResponse(
                api.leads[':id'].$delete({ param: { id } }, { init: { keepalive: true } }),
              ),
            done: 'Lead deleted successfully',
            failed: () => 'Failed to delete lead',
          }}
        >
          <p className="label-caps text-gold">{source}</p>
          <p className="grid gap-0.5 text-[0.9375rem]">
            <span className="min-w-0 break-words">{email}</span>
            {phone && <span>{phone}</span>}
          </p>
          {message && (
            <p className="max-h-80 overflow-y-auto border-t border-hairline pt-3 whitespace-pre-line">
              {message}
            </p>
          )}
        </AdminCard>
      )}
    </AdminList>
  );
}
