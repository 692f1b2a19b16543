import { useEffect, useRef, useState } from 'react';
import { TextField } from '#ui/field.tsx';

interface CodeFieldProps {
  field: {
    id: string;
    name: string;
    errors?: string[] | undefined;
    /** What it shows first. */
    initialValue?: unknown;
    /** What it holds now, if that is known. */
    value?: unknown;
  };
}

/** The field for a code, behind a line that opens it. It is open if it has a text or an error. */
export function CodeField({ field }: CodeFieldProps) {
  const { id, name, errors, initialValue, value = initialValue } = field;
  const ref = useRef<HTMLDetailsElement>(null);
  const isFilled = Boolean(value || errors?.length);
  const [isOpenFirst] = useState(isFilled);
  useEffect(() => {
    // A draft or an answer of the server may fill it. Only the visitor closes it.
    if (isFilled && ref.current) ref.current.open = true;
  }, [isFilled]);
  return (
    <details ref={ref} open={isOpenFirst}>
      <summary className="min-h-11 cursor-pointer content-center text-sm font-semibold text-gold underline-offset-4 hover:underline">
        I have a code
      </summary>
      <TextField
        id={id}
        name={name}
        label="Code"
        isOptional
        defaultValue={String(initialValue ?? '')}
        errors={errors}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </details>
  );
}
