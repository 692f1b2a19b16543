/**
 * What a migration deliberately removes or restricts: a finding of `findNarrowing` or `findTakenAway`.
 * `unneededSince`: the version since which no code needs it. That version must have been released before this
 * one, because during an update the previous version works on the same database. `looser`: why a new rule
 * allows everything that the rule it replaces allowed.
 */
type Contract = { what: string; unneededSince: string } | { what: string; looser: string };

/** The exceptions of each migration. */
export const contracts: Record<string, Contract[]> = {
  '0035_overjoyed_beyonder': [
    {
      what: 'orders has a new rule, orders_money',
      looser: 'Nothing or the whole amount was paid; now a part may be.',
    },
    {
      what: 'orders has a new rule, orders_paid_at',
      looser: 'Only a part that is paid may have no date.',
    },
    {
      what: 'orders has a new rule, orders_state_money',
      looser: 'An order that awaits money or is cancelled may have a part of it.',
    },
  ],
  '0041_gigantic_purifiers': [
    {
      what: 'orders has a new rule, orders_amount',
      looser: 'A voucher may leave nothing to pay.',
    },
    {
      what: 'orders has a new rule, orders_paid_at',
      looser: 'An order with nothing to pay may be paid without money.',
    },
    {
      what: 'orders has a new rule, orders_state_money',
      looser: 'An order with nothing to pay may be paid or cancelled without money.',
    },
  ],
};

/** Migrations up to this one did not have to support a previous version, because there was none. */
export const lastBeforeVersions = '0011_leads_by_state';
