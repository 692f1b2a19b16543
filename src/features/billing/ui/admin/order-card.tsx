import { BadgeCheck, PanelRight } from 'lucide-react';
import { CardPageLink, RecordCard, Time } from '#features/admin-ui/ui/index.ts';
import { AccessText, ProgressText } from '#features/customers/ui/admin/index.ts';
import { formatRand } from '#rules/money.ts';
import { OrderMarks, PartText } from './order-words.tsx';
import type { ListedOrder, OrderWithAccess } from './use-orders.ts';
import { useMoneyPath } from './use-orders.ts';

/** The name shown for an erased person. */
export const nameOf = ({ name }: Pick<ListedOrder, 'name'>) => name ?? 'Deleted person';

/** Whether the order still takes money. */
export const isOpen = ({ state }: Pick<ListedOrder, 'state'>) =>
  state === 'awaiting' || state === 'expired';

type Given = OrderWithAccess['access'];

/** Returns what an order is for and what it has opened of that: its course and its package. */
export function listGiven({
  state,
  item,
  course_id,
  access,
  package_access,
}: Pick<OrderWithAccess, 'state' | 'item' | 'course_id' | 'access' | 'package_access'>) {
  const isPaid = state === 'paid' || state === 'partly-refunded';
  const toPart = (name: string, isSold: boolean, given: Given) => {
    const isLacking = isSold && isPaid && (given === null || given.state === 'taken');
    return given || isLacking ? [{ name, given, isLacking }] : [];
  };
  return [
    ...toPart('Course', course_id !== null, access),
    ...toPart('Package', item.package !== undefined, package_access),
  ];
}

/** An order in the list. */
export function OrderCard({ order }: { order: OrderWithAccess }) {
  const { id, reference, item, amount_cents, refunded_cents, created_at } = order;
  const path = useMoneyPath();
  const name = nameOf(order);
  return (
    <RecordCard
      title={name}
      status={
        <strong className="shrink-0 font-text text-lg leading-snug font-semibold tabular-nums">
          {formatRand(amount_cents)}
        </strong>
      }
      aside={<OrderMarks order={order} />}
      isMarked={order.has_unallocated || order.is_unconfirmed}
      actions={
        <>
          <CardPageLink icon={PanelRight} spoken={` ${reference}`} to={path({ order: id })}>
            Open
          </CardPageLink>
          {isOpen(order) && (
            <CardPageLink
              icon={BadgeCheck}
              spoken={` ${reference}`}
              to={path({ order: id, do: 'paid' })}
            >
              Mark as paid
            </CardPageLink>
          )}
        </>
      }
    >
      <p className="label-caps text-gold">{item.title}</p>
      <p className="text-[0.9375rem]">
        <span translate="no" className="font-semibold">
          {reference}
        </span>
        <span className="text-muted">
          {' · '}
          <Time at={created_at} />
        </span>
      </p>
      <PartText order={order} className="text-[0.9375rem] font-semibold" />
      {listGiven(order).map(({ name: part, given }) => (
        <p key={part} className="text-[0.9375rem]">
          {`${part}: `}
          {given ? <AccessText access={given} /> : 'Not open.'}
          {given?.sessions && (
            <span className="block">
              <ProgressText access={given} />
            </span>
          )}
        </p>
      ))}
      {refunded_cents > 0 && (
        <p className="text-[0.9375rem] text-muted">{formatRand(refunded_cents)} refunded</p>
      )}
    </RecordCard>
  );
}
