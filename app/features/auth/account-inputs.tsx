import type { FieldMetadata } from '@conform-to/react';
import type { ComponentProps } from 'react';
import { passwordLength } from '#domain/account.ts';
import { TextInput } from '../forms/form-fields.tsx';

type Input = Omit<ComponentProps<typeof TextInput>, 'field'> & { name: string };

const atLeast = `At least ${passwordLength.minimum} characters.`;

/** Every field that a form about accounts can have, as password managers and keyboards know it. */
const inputs = {
  email: {
    name: 'email',
    type: 'email',
    label: 'Email',
    autoComplete: 'username',
    inputMode: 'email',
  },
  fixedEmail: {
    name: 'email',
    type: 'email',
    label: 'Email',
    autoComplete: 'username',
    readOnly: true,
  },
  password: {
    name: 'password',
    type: 'password',
    label: 'Password',
    autoComplete: 'current-password',
  },
  newPassword: {
    name: 'password',
    type: 'password',
    label: 'Password',
    autoComplete: 'new-password',
    hint: atLeast,
  },
  currentPassword: {
    name: 'currentPassword',
    type: 'password',
    label: 'Current password',
    autoComplete: 'current-password',
  },
  changedPassword: {
    name: 'newPassword',
    type: 'password',
    label: 'New password',
    autoComplete: 'new-password',
    hint: atLeast,
  },
  code: {
    name: 'code',
    label: 'Code',
    autoComplete: 'one-time-code',
    // Recovery codes have letters.
    autoCapitalize: 'characters',
    spellCheck: false,
  },
  digits: {
    name: 'code',
    label: 'Code',
    autoComplete: 'one-time-code',
    inputMode: 'numeric',
  },
  factorName: {
    name: 'friendlyName',
    label: 'Name of the device',
    autoComplete: 'off',
    hint: 'Such as "Phone": to know it by later.',
  },
} satisfies Record<string, Input>;

export type InputKind = keyof typeof inputs;

/** The fields that a form asks for, in their order. */
export function AccountInputs({
  kinds,
  fields,
}: {
  kinds: readonly InputKind[];
  fields: Record<string, FieldMetadata<unknown> | undefined>;
}) {
  return kinds.map((kind) => {
    const { name, ...input } = inputs[kind];
    const field = fields[name];
    return field && <TextInput key={kind} field={field} {...input} />;
  });
}
