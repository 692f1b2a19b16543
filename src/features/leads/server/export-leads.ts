import type { LeadFilter } from '#features/leads/rules/lead-group.ts';
import type { Database } from '#platform/db/executor.ts';
import { streamCsv } from '#platform/http/stream-csv.ts';
import { agreementHeadings, toAgreementCells } from '#rules/agreement.ts';
import { originHeadings, toOriginCells } from '#rules/origin.ts';
import { toPhoneCell } from '#rules/phone-number.ts';
import { listLeads } from './queries/leads.ts';

/** Streams all matching leads as CSV, newest first. */
export const exportLeads = ({ db }: { db: Database }, filter: LeadFilter) =>
  streamCsv({
    headings: [
      'Received (UTC)',
      'Source',
      'Name',
      'Email',
      'Phone',
      'Message',
      'State',
      'Note',
      ...agreementHeadings,
      ...originHeadings,
    ],
    readPage: (page) => listLeads(db, { ...filter, ...page }),
    toLine: (lead) => [
      lead.createdAt,
      lead.source,
      lead.name,
      lead.email,
      toPhoneCell(lead.phone),
      lead.message,
      lead.state,
      lead.note,
      ...toAgreementCells(lead),
      ...toOriginCells(lead),
    ],
  });
