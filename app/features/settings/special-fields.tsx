import { useFormMetadata } from '@conform-to/react';
import { useId } from 'react';
import { useRouteLoaderData } from 'react-router';
import { percentOff } from '#domain/sale.ts';
import { describeTimeZone, isTimeZone, nameTimeZone } from '#domain/time-zone.ts';
import { TextOrNumberField } from './basic-fields.tsx';
import { type FieldProps, readPath } from './section-context.ts';

/** The mentor's email address. It receives the notices unless the server sets another address. */
export function NoticeEmailField(props: FieldProps) {
  const mailTo = useRouteLoaderData<{ mailTo: string | null }>('routes/settings-layout')?.mailTo;
  const hint = mailTo
    ? `Shown to visitors. Notices go to ${mailTo}, because MAIL_TO is set on the server.`
    : 'Shown to visitors. We send your notices here too.';
  return <TextOrNumberField {...props} type="email" hint={hint} />;
}

/** The sale badge of a plan, with the discount between its two prices. */
export function DiscountField(props: FieldProps) {
  const { value } = useFormMetadata();
  const plan = readPath(value, props.field.name.replace(/\.[^.]+$/, ''));
  const { originalPrice = '', salePrice = '' } = Object(plan);
  const percent = percentOff(originalPrice, salePrice);
  return (
    <TextOrNumberField
      {...props}
      hint={percent && `From ${originalPrice} to ${salePrice} is ${percent}% off.`}
    />
  );
}

/** A time zone, found by typing a part of its name. */
export function TimeZoneField(props: FieldProps) {
  const id = useId();
  const value = String(props.field.value ?? '');
  const hint = isTimeZone(value)
    ? `It is ${describeTimeZone(value, new Date())}.`
    : 'Type the name of the nearest large city.';
  return (
    <>
      <TextOrNumberField {...props} list={`${id}-zones`} spellCheck={false} hint={hint} />
      <datalist id={`${id}-zones`}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} label={nameTimeZone(zone)} />
        ))}
      </datalist>
    </>
  );
}
