import { getInputProps } from '@conform-to/react';
import { Dices } from 'lucide-react';
import {
  AdminForm,
  CardButton,
  FailedNotice,
  useAdminForm,
  useAdminSession,
} from '#features/admin-ui/ui/index.ts';
import { TextInput, writeValue } from '#features/forms/ui/index.ts';
import { toVoucherTerms, voucherForm, writeDiscount } from '#features/vouchers/rules/voucher.ts';
import { makeCode } from '#features/vouchers/rules/voucher-code.ts';
import { nameOffers, useOffers, type Voucher } from './use-vouchers.ts';

const toTexts = (voucher: Voucher) => ({
  code: voucher.code,
  discount: writeDiscount({ percent: voucher.percent, amountCents: voucher.amount_cents }),
  offer_ids: (voucher.offer_ids ?? []).join(','),
  starts_on: voucher.starts_on ?? '',
  ends_on: voucher.ends_on ?? '',
  max_uses: String(voucher.max_uses ?? ''),
  max_uses_each: String(voucher.max_uses_each ?? ''),
});

const toIds = (text: unknown) =>
  String(text ?? '')
    .split(',')
    .filter(Boolean);

const drawInteger = (below: number) => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % below;

interface VoucherFormProps {
  /** The voucher to edit. */
  voucher?: Voucher;
  onLeave: () => void;
}

/** Creates or edits a code. */
export function VoucherForm({ voucher, onLeave }: VoucherFormProps) {
  const { api } = useAdminSession();
  const { offers, isFailed, retry } = useOffers();
  const { fields, ...form } = useAdminForm<typeof voucherForm, Voucher>({
    id: `voucher-${voucher?.id ?? 'new'}`,
    table: 'vouchers',
    schema: voucherForm,
    edited: voucher && {
      record: voucher,
      toTexts,
      compared: {
        code: 'Code',
        discount: 'What it takes off',
        offer_ids: { label: 'For', show: (ids) => nameOffers(toIds(ids), offers) || 'All offers' },
        starts_on: 'First day',
        ends_on: 'Last day',
        max_uses: 'Uses in all',
        max_uses_each: 'Uses for each client',
      },
    },
    save(values, id, version = voucher?.version) {
      const json = toVoucherTerms(values);
      return voucher && version !== undefined
        ? api.vouchers[':id'].$put({ param: { id: voucher.id }, json: { ...json, version } })
        : api.vouchers.$post({ json: { ...json, id } });
    },
    saved: 'Code saved',
    failed: (reason) => `The code was not saved: ${reason}`,
    onSaved: onLeave,
    onLeft: onLeave,
  });

  /** Writes a value as the mentor would, so that it is part of the draft. */
  function write(name: string, value: string): void {
    const control = form.formRef.current?.elements.namedItem(name);
    if (control instanceof HTMLInputElement) writeValue(control, value);
  }

  const chosen = toIds(fields.offer_ids.value);
  const choose = (id: string, isChosen: boolean) =>
    write(
      fields.offer_ids.name,
      [...chosen.filter((one) => one !== id), ...(isChosen ? [id] : [])].join(','),
    );
  const { key, ...offerIds } = getInputProps(fields.offer_ids, { type: 'text' });
  return (
    <AdminForm {...form} label={voucher ? `Edit ${voucher.code}` : 'New code'} action="Save">
      <div className="grid gap-1">
        <TextInput
          field={fields.code}
          label="Code"
          hint="Letters and digits. Capitals, spaces and dashes make no difference."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <CardButton
          icon={Dices}
          onClick={() => write(fields.code.name, makeCode(drawInteger))}
          className="-ml-2 justify-self-start"
        >
          Make a code
        </CardButton>
      </div>
      <TextInput
        field={fields.discount}
        label="What it takes off"
        hint="Such as 10% or R450. It comes off the price that is shown, so after the sale."
        autoComplete="off"
        className="max-w-40"
      />
      <fieldset className="grid gap-1">
        <legend className="text-sm font-semibold">For</legend>
        <p className="text-sm text-muted">Choose none for all offers.</p>
        {isFailed && <FailedNotice text="The offers could not be loaded." query={retry} />}
        <input key={key} {...offerIds} hidden />
        {offers?.map(({ id, title }) => (
          <label key={id} className="flex min-h-11 items-center gap-3 break-words">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={({ target }) => choose(id, target.checked)}
              className="size-5 shrink-0 accent-gold-fill-to"
            />
            {title}
          </label>
        ))}
      </fieldset>
      <div className="grid gap-4 min-[22rem]:grid-cols-2">
        <TextInput field={fields.starts_on} type="date" label="First day" isOptional />
        <TextInput field={fields.ends_on} type="date" label="Last day" isOptional />
        <TextInput
          field={fields.max_uses}
          label="Uses in all"
          inputMode="numeric"
          autoComplete="off"
          isOptional
        />
        <TextInput
          field={fields.max_uses_each}
          label="Uses for each client"
          inputMode="numeric"
          autoComplete="off"
          isOptional
        />
      </div>
    </AdminForm>
  );
}
