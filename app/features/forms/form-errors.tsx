import { useEffect, useRef } from 'react';

/**
 * What is wrong with a form as a whole; nothing while all is well. It comes into view: the
 * button that was pressed may be a screen below.
 */
export function FormErrors({ id, errors }: { id: string; errors: string[] | undefined }) {
  const alert = useRef<HTMLParagraphElement>(null);
  // Each answer brings a list of its own, also when it says the same again.
  useEffect(() => {
    if (errors?.length) alert.current?.scrollIntoView({ block: 'nearest' });
  }, [errors]);
  if (!errors?.length) return null;
  return (
    <p
      ref={alert}
      id={id}
      role="alert"
      className="rounded-sm border border-danger bg-danger-wash px-4 py-3 font-medium text-danger"
    >
      {errors.join(' ')}
    </p>
  );
}
