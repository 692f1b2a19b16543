import { parseResponse } from 'hono/client';
import { Ban, Check, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { CardButton, RecordCard, RecordList, useChange } from '#features/admin-ui/ui/index.ts';
import {
  describeDays,
  type VoucherState,
  writeDiscount,
} from '#features/vouchers/rules/voucher.ts';
import { formatBriefRand } from '#rules/money.ts';
import { Button } from '#ui/button.tsx';
import { SidePanel } from '#ui/dialog.tsx';
import { nameOffers, useOffers, useVouchers, type Voucher } from './use-vouchers.ts';
import { VoucherForm } from './voucher-form.tsx';

/** The codes that make orders cheaper, next to the list of orders. */
export const VouchersPanel = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <SidePanel isOpen={isOpen} onClose={onClose} title="Codes">
    {isOpen && <Vouchers />}
  </SidePanel>
);

function Vouchers() {
  const vouchers = useVouchers();
  const { offers } = useOffers();
  const [edited, setEdited] = useState<string>();
  const onLeave = () => setEdited(undefined);
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-5 pb-28">
      <p className="text-muted">
        Clients enter a code when they ask for a course or book a session, and pay less.
      </p>
      {edited === 'new' ? (
        <VoucherForm onLeave={onLeave} />
      ) : (
        <Button variant="secondary" onClick={() => setEdited('new')} className="max-sm:w-full">
          <Plus className="size-4.5" />
          New code
        </Button>
      )}
      <RecordList
        records={vouchers}
        columns="one"
        emptyText="No codes yet. Without one, your forms don’t ask for a code."
      >
        {(voucher) =>
          edited === voucher.id ? (
            <VoucherForm voucher={voucher} onLeave={onLeave} />
          ) : (
            <VoucherCard
              voucher={voucher}
              offerNames={voucher.offer_ids && nameOffers(voucher.offer_ids, offers)}
              onEdit={() => setEdited(voucher.id)}
            />
          )
        }
      </RecordList>
    </div>
  );
}

/** Why a code can’t be used, in words for the mentor. */
const stateWords: Record<VoucherState, string> = {
  usable: 'Can be used',
  off: 'Switched off',
  ended: 'Ended',
  'not-yet': 'Not yet',
  'used-up': 'Used up',
};

/** Says how often a code was used, and what became of it. */
function describeUses({ uses, max_uses, discount_cents, order_cents }: Voucher): string {
  const count =
    max_uses === null ? `${uses} ${uses === 1 ? 'use' : 'uses'}` : `${uses} of ${max_uses} uses`;
  if (uses === 0) return count;
  return `${count}: ${formatBriefRand(discount_cents)} off, ${formatBriefRand(order_cents)} to pay or paid`;
}

interface VoucherCardProps {
  voucher: Voucher;
  /** What it is for; null for everything. */
  offerNames: string | null;
  onEdit: () => void;
}

function VoucherCard({ voucher, offerNames, onEdit }: VoucherCardProps) {
  const { id, code, state, version, max_uses_each: usesEach } = voucher;
  const isOff = state === 'off';
  const switching = useChange({
    keys: ['vouchers'],
    send: (api) =>
      parseResponse(
        api.vouchers[':id'].switch.$put({ param: { id }, json: { version, is_off: !isOff } }),
      ),
    saved: isOff ? 'Code switched on' : 'Code switched off',
    failed: 'The code was not changed',
  });
  const days = describeDays({ startsOn: voucher.starts_on, endsOn: voucher.ends_on });
  return (
    <RecordCard
      title={code}
      status={
        <strong className="shrink-0 font-text text-lg leading-snug font-semibold tabular-nums">
          {writeDiscount({ percent: voucher.percent, amountCents: voucher.amount_cents })}
        </strong>
      }
      aside={stateWords[state]}
      actions={
        <>
          <CardButton icon={Pencil} spoken={` ${code}`} onClick={onEdit}>
            Edit
          </CardButton>
          <CardButton
            icon={isOff ? Check : Ban}
            spoken={` ${code}`}
            isBusy={switching.isPending}
            onClick={() => switching.mutate()}
          >
            {isOff ? 'Switch on' : 'Switch off'}
          </CardButton>
        </>
      }
    >
      <p className="text-[0.9375rem]">{describeUses(voucher)}</p>
      <p className="text-sm break-words text-muted">
        {[
          offerNames ?? 'All offers',
          days,
          usesEach !== null && `${usesEach} ${usesEach === 1 ? 'use' : 'uses'} for each client`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </RecordCard>
  );
}
